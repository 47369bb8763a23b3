"""Runs a source under limits in a locked-down process and reports what was observed.

It knows no right answer.
"""

from grader.sandbox.fault import SandboxFault
from grader.sandbox.sandbox import Sandbox

__all__ = ["Sandbox", "SandboxFault"]
