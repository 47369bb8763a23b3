"""The sandbox as the grader uses it: runs plans, one at a time, in a warden that is replaced when
it is worn.

Runs outside the jail.
"""

import threading
from collections import deque
from types import TracebackType

from grader.limits import Limits
from grader.sandbox import interpreter, jail, memory_copy
from grader.sandbox.control import FORKS, Control
from grader.sandbox.fault import SandboxFault
from grader.sandbox.outcome import Load, Observation, Plan
from grader.sandbox.process import Process
from grader.sandbox.reply import source_frame
from grader.sandbox.run import Run
from grader.sandbox.watch import Allowance

SPARES = 2
"""Processes that wait, locked down and warm: one for the visible set, one for a hidden one."""

CPU_BACKSTOP_SECONDS = 120
"""The kernel ends a process that used so much CPU, whatever our own clock says."""


class Sandbox:
    """One warden and its processes. Thread-safe: a plan waits until the one before it is done.

    A SandboxFault closes the warden; the next plan starts a new one. `forks` is how many processes
    a warden may start before it is replaced.
    """

    def __init__(self, chosen: jail.Jail | None = None, *, forks: int = FORKS) -> None:
        self._jail = chosen or jail.choose()
        self._forks = forks
        self._lock = threading.Lock()
        self._control: Control | None = None
        self._spares: deque[Process] = deque()
        self._begun: Process | None = None
        self._spare_memory = 0
        self.interpreter = interpreter.find().version

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def jail(self) -> jail.Jail:
        """Which wall stands around the warden."""
        return self._jail

    def warm(self) -> Control:
        """Start the warden now, if it does not run yet; raises SandboxFault."""
        if self._control is not None and (self._control.worn or not memory_copy.is_there()):
            self.close()
        if self._control is None:
            self._control = Control(self._jail, forks=self._forks)
        return self._control

    def run(self, plan: Plan, limits: Limits, *, then: Plan | None = None) -> Observation:
        """Run one plan; raises SandboxFault when the sandbox, not the code in it, has failed.

        `then` is what the caller will most likely run next: a process loads its source meanwhile,
        and is told nothing more before all that was asked before it is stopped.
        """
        with self._lock:
            try:
                # Text is taken only from visible runs, so only they could tell what they know.
                control = self._untold(limits) if plan.visible else self.warm()
                taken: list[Process] = []

                def open_process(frame: bytes) -> Process:
                    taken.append(self._take(control, limits, frame))
                    return taken[-1]

                looks = control.looks
                run = Run(
                    plan,
                    limits,
                    open_process=open_process,
                    before_queries=lambda: self._go_on(control, limits, then),
                )
                observation = run.observe()
                if observation.load is not Load.LOADED:
                    self._end_begun()
                if not plan.visible and (len(taken) > 1 or control.looks > looks):
                    # How many there were, and what was asked about them, would tell a next one.
                    control.retire()
                return observation
            except BaseException:
                self.close()
                raise

    def prepare(self, limits: Limits) -> None:
        """Have processes waiting for the next submission; call it when one is done.

        Never between the plans of one submission, where the start of a process would share the
        cores with the work that somebody waits for. A fault shows in the next `run`.
        """
        with self._lock:
            try:
                self._end_begun()
                control = self._warm_for(limits)
                while len(self._spares) < SPARES:
                    self._spares.append(self._open(control, limits))
            except SandboxFault:
                self.close()

    def _warm_for(self, limits: Limits) -> Control:
        control = self.warm()
        if limits.memory_mib != self._spare_memory:
            self._end_spares()
        self._spare_memory = limits.memory_mib
        return control

    def _untold(self, limits: Limits) -> Control:
        """A warden whose next process can't tell what was run before it, not even by its number.

        A warden notices that when it forks, and has said so by the time that the process is ready.
        """
        while True:
            control = self._warm_for(limits)
            if not self._spares:
                self._spares.append(self._open(control, limits))
            self._spares[0].await_ready()
            control.pump()
            if not control.worn:
                return control
            self.close()

    def _take(self, control: Control, limits: Limits, frame: bytes) -> Process:
        """The process that has begun with this source, or one that waits, or a new one."""
        begun, self._begun = self._begun, None
        if begun is not None:
            if begun.begun == frame and limits.memory_mib == self._spare_memory:
                return begun
            begun.end()
        if limits.memory_mib != self._spare_memory:
            self._end_spares()
        return self._spares.popleft() if self._spares else self._open(control, limits)

    def _go_on(self, control: Control, limits: Limits, then: Plan | None) -> None:
        """Before the first query: no process that was asked before may still run, so that nothing
        can pass from one to the other; and the next one may begin to load.
        """
        control.settle()
        if then is None or not self._spares or limits.memory_mib != self._spare_memory:
            return
        allowance = Allowance(limits.cpu_seconds, limits.wall_seconds)
        if self._spares[0].begin(source_frame(then), allowance):
            self._begun = self._spares.popleft()

    def _end_begun(self) -> None:
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.end()

    def _end_spares(self) -> None:
        while self._spares:
            self._spares.pop().end()

    def _open(self, control: Control, limits: Limits) -> Process:
        ends = control.start(limits.memory_mib * 1024 * 1024, CPU_BACKSTOP_SECONDS)
        return Process(control, ends, limits.printed_kib * 1024)

    def close(self) -> None:
        """End the warden and all of its processes."""
        control, self._control = self._control, None
        if control is not None:
            self._end_begun()
            self._end_spares()
            control.close()
