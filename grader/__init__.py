"""The grader: judges a source against an exercise, with no HTTP, no database, no environment.

Other rooms import from here only. Nothing offered hands a page hidden queries or right answers by
accident: a page shows a `View`, and `visible_queries` are all that it gets of an edition's data.
"""

from grader.answers import Answers
from grader.course import Course
from grader.doctor import as_text as findings_text
from grader.edition import Edition
from grader.errors import ContentErrors, Problem, SourceRefused
from grader.exercise import (
    SCRIPT,
    Cell,
    Check,
    Exercise,
    Function,
    Half,
    Mistake,
    Shape,
)
from grader.folder import read_courses
from grader.full_marks import solution_after_full_marks
from grader.grade import grade
from grader.lesson import Done, Lesson, Module, Question, QuestionKind, Section, Step
from grader.limits import CEILING, SOURCE_BYTES, Limits
from grader.query_result import QueryResult, ScriptResult, Trouble
from grader.result import (
    CellView,
    Diagnosis,
    Grade,
    View,
    learner_view,
    staff_view,
)
from grader.sandbox import Sandbox, SandboxFault
from grader.sandbox.findings import Findings
from grader.sandbox.probe import examine
from grader.score import shown as rounded_down
from grader.snippet_run import SnippetRun, run_snippet
from grader.snippets import Snippet, snippets
from grader.source import digest_of as source_digest
from grader.source import prepared
from grader.text import render, render_inline
from grader.verdict import Mark, Verdict
from grader.visible import VisibleQuery, visible_files, visible_queries
from grader.words import about_mark, about_query, about_script, about_snippet, about_view

__all__ = [
    "CEILING",
    "SCRIPT",
    "SOURCE_BYTES",
    "Answers",
    "Cell",
    "CellView",
    "Check",
    "ContentErrors",
    "Course",
    "Diagnosis",
    "Done",
    "Edition",
    "Exercise",
    "Findings",
    "Function",
    "Grade",
    "Half",
    "Lesson",
    "Limits",
    "Mark",
    "Mistake",
    "Module",
    "Problem",
    "QueryResult",
    "Question",
    "QuestionKind",
    "Sandbox",
    "SandboxFault",
    "ScriptResult",
    "Section",
    "Shape",
    "Snippet",
    "SnippetRun",
    "SourceRefused",
    "Step",
    "Trouble",
    "Verdict",
    "View",
    "VisibleQuery",
    "about_mark",
    "about_query",
    "about_script",
    "about_snippet",
    "about_view",
    "examine",
    "findings_text",
    "grade",
    "learner_view",
    "prepared",
    "read_courses",
    "render",
    "render_inline",
    "rounded_down",
    "run_snippet",
    "snippets",
    "solution_after_full_marks",
    "source_digest",
    "staff_view",
    "visible_files",
    "visible_queries",
]
