"""An author's Markdown becomes HTML that is safe, and whatever is wrong with it is told."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.snippets import snippets
from grader.text import render, render_inline, rendered

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "<b onclick=alert(1) style='color:red'>x</b>",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script></annotation-xml></math>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "$\\text{<script>alert(1)</script>}$",
    "$\\foo{<img src=x onerror=alert(1)>}$",
    "$$\n</math><script>alert(1)</script>\n$$",
    "`<script>`\n\n```python\n<script>alert(1)</script>\n```",
    "```<script>alert(1)</script>\nx\n```",
    "<iframe src=//x></iframe><object data=x></object><form action=x><input></form>",
    "<a title='$<script>x</script>$' href='https://example.org'>x</a>",
    "## <script>alert(1)</script> {#x}",
    '<style>@import "x"</style><link rel=stylesheet href=x><base href=x><meta http-equiv=refresh>',
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("renders", [render, render_inline])
def test_nothing_that_acts_gets_through(text: str, renders: object) -> None:
    html = render(text) if renders is render else render_inline(text)
    tags = re.findall(r"<\s*/?\s*([a-zA-Z-]+)([^>]*)>", html)
    assert not {name.lower() for name, _ in tags} & {
        *("script", "img", "svg", "iframe", "object", "form", "input", "style", "link", "base"),
        *("meta", "annotation-xml"),
    }
    assert not [rest for _, rest in tags if re.search(r"\bon\w+\s*=|javascript:|\bstyle\s*=", rest)]


@given(st.text(alphabet="$\\{}<>&\"'`*_[]()#|\n ab\ue000\ue001/=-", max_size=80))
def test_no_text_makes_the_renderer_fail_or_act(text: str) -> None:
    html = render(text) + render_inline(text)
    assert "<script" not in html
    assert "\ue000" not in html


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("one\n\n$\\foo$", 2, 'no formula: Unknown command "\\foo".'),
        ("one\ntwo $\\frac{1}$", 1, "no formula: "),
        ("$$\n\\begin{cases}\n$$", 0, "no formula: "),
        ("$\\color{red} x$", 0, "a page can't show this formula's style color:#FF0000"),
        ("one\n\n```pyton\nx\n```", 2, "no language is called 'pyton'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, message: str) -> None:
    (fault,) = rendered(text).faults
    assert fault.line == line
    assert fault.message.startswith(message)


@pytest.mark.parametrize("part", ["{", r"\frac{", r"\sqrt ", r"\left("])
def test_a_formula_that_would_end_the_process_is_none(part: str) -> None:
    (fault,) = rendered(f"${part * 20_000}$").faults
    assert fault.message == "no formula: longer than 2,000 characters"


def test_a_formula_that_is_none_is_shown_as_it_is_written() -> None:
    assert render("a $\\foo<b>$ c") == "<p>a <code>\\foo&lt;b&gt;</code> c</p>\n"


def test_formulas_become_mathml_without_styles() -> None:
    html = render("$$\n\\begin{cases} 1 & x \\\\ 0 & y \\end{cases}\n$$\n\nand $\\frac{1}{2}$")
    assert html.count("<math") == 2
    assert '<math display="block">' in html
    assert 'class="math-left math-flush-right math-gap"' in html
    assert 'displaystyle="false"' in html
    assert " style=" not in html


def test_money_is_no_formula() -> None:
    assert render_inline("costs $5 and $6") == "costs $5 and $6"


def test_links_between_lessons_lead_to_their_pages() -> None:
    found = rendered("one\n[nDCG](lesson:ndcg) and [there](https://example.org)\n[part](#task)")
    assert 'href="/lessons/ndcg"' in found.html
    assert [(link.line, link.target) for link in found.links] == [
        (1, "lesson:ndcg"),
        (1, "https://example.org"),
        (2, "#task"),
    ]


def test_headings_have_anchors_of_their_own_or_from_their_words() -> None:
    found = rendered("### One *more* thing\n\n### Another $x$ {#other}\n")
    assert found.anchors == ("one-more-thing", "other")
    assert '<h3 id="one-more-thing">One <em>more</em> thing</h3>' in found.html
    assert '<h3 id="other">Another <math>' in found.html
    assert "{#" not in found.html


def test_tables_notes_and_code_are_dressed_by_classes() -> None:
    table = render("| a | b |\n|---|--:|\n| 1 | 2 |")
    assert re.match('<div [^>]*class="table" role="group" tabindex="0"><table>', table)
    assert '<td class="align-right">2</td>' in table
    assert 'class="markdown-alert markdown-alert-note"' in render("> [!NOTE]\n> text")
    code = render("```python run\nx = 1\n```\n\n```output\n<1>\n```")
    assert '<pre class="code run" tabindex="0"><code class="language-python">' in code
    assert '<span class="tok-n">x</span>' in code
    assert '<pre class="output" tabindex="0"><samp>&lt;1&gt;\n</samp></pre>' in code


def test_inline_text_has_no_paragraph() -> None:
    assert render_inline("**a** `b`") == "<strong>a</strong> <code>b</code>"


def test_the_same_text_gives_the_same_html() -> None:
    text = "a $x$ b $y$"
    rendered.cache_clear()
    first = render(text)
    rendered.cache_clear()
    assert render(text) == first


def test_snippets_are_found_with_the_output_they_promise() -> None:
    text = (
        "```python run\nprint(1)\n```\n\n```output\n1\n```\n\n```python\nprint(2)\n```\n\n"
        "```python run\nprint(3)\n```\n\ntext\n\n```output\n3\n```\n"
    )
    first, second = snippets(text)
    assert (first.source, first.output, first.line) == ("print(1)\n", "1\n", 0)
    assert (second.source, second.output, second.line) == ("print(3)\n", None, 12)
