"""What is added to an author's text: links name their lesson, and words tell what they mean."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from app.lesson_text import LessonText, WordShown, words_shown
from app.section_page import section_shown
from app.site import Site
from grader import Section, render
from tests.app.people import LESSON

WORDS = (
    WordShown("word-recall-k", Markup("recall@k"), Markup('the <em>share</em> that was "found"')),
    WordShown("word-dcg-k", Markup("DCG@k"), Markup("a sum")),
    WordShown("word-ideal-dcg-k", Markup("ideal DCG@k"), Markup("the largest sum")),
    WordShown("word-gain", Markup("gain"), Markup("what a grade is worth")),
)
TEXT = LessonText(WORDS, "no-course", {})


def dressed(html: str) -> str:
    return str(TEXT.dressed(Markup(html)))


def marked(html: str) -> list[str]:
    """The ids of the words that are marked, in order."""
    return [part.partition('"')[0] for part in dressed(html).split('class="word" href="#')[1:]]


@pytest.mark.parametrize(
    "html",
    [
        "<p>a&amp;b &lt;c&gt; &#233; &nbsp;</p>",
        '<p><a href="https://example.org" rel="noopener noreferrer">x</a><br>y<hr></p>',
        '<pre class="code" tabindex="0"><code>gain &lt; 1</code></pre>',
        '<h3 id="gain">The gain</h3>',
        '<p><code>recall</code> <a href="#x">DCG@k</a> <kbd>gain</kbd></p>',
        "<p>against again gainful regain @gain DCGs@ nDCG@k</p>",
    ],
)
def test_what_holds_no_word_comes_through_as_it_is(html: str) -> None:
    assert dressed(html) == html


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_whatever_an_author_writes_says_the_same_afterwards(text: str) -> None:
    html = Markup(render(text))
    without = LessonText((), "no-course", {})
    assert str(without.dressed(html)) == str(html)
    assert TEXT.dressed(html).striptags() == html.striptags()


def test_a_formula_is_left_alone() -> None:
    html = render("the gain is $\\text{gain}_i < 1$ here")
    assert dressed(html).count('class="word"') == 1
    assert html.partition("<math>")[2] == dressed(html).partition("<math>")[2]


def test_each_word_is_marked_where_it_comes_first_in_every_form() -> None:
    assert marked("<p>Recall@5 and recall@k; gains, then a gain.</p>") == [
        "word-recall-k",
        "word-gain",
    ]
    assert marked("<p>The ideal DCG@10 is no DCG.</p>") == ["word-ideal-dcg-k", "word-dcg-k"]


def test_a_marked_word_leads_to_its_meaning_and_tells_it() -> None:
    assert dressed("<p>Recall@5</p>") == (
        '<p><a class="word" href="#word-recall-k" aria-describedby="word-recall-k-meaning"'
        ' data-meaning="the share that was &#34;found&#34;">Recall@5</a></p>'
    )


def test_words_have_anchors_of_their_own(site: Site) -> None:
    words = words_shown(site.content.places[LESSON].lesson)
    assert [word.id for word in words][:2] == ["word-recall-k", "word-precision-k"]
    assert len({word.id for word in words}) == len(words)


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("[nDCG](lesson:ndcg)", "nDCG (lesson 2: nDCG@k by hand)"),
        ("[nDCG@k by hand](lesson:ndcg)", "nDCG@k by hand (lesson 2)"),
        ("[](lesson:ndcg#grades)", "lesson 2: nDCG@k by hand"),
    ],
)
def test_a_link_to_a_lesson_names_it_as_it_is_now(site: Site, link: str, shown: str) -> None:
    course = site.content.courses[0].id
    text = LessonText((), course, site.content.places)
    assert text.dressed(Markup(render(link))).striptags() == shown
    elsewhere = replace(text, course="another")
    assert "of Evaluate a retriever" in elsewhere.dressed(Markup(render(link))).striptags()


def test_snippets_are_cut_out_of_their_section_in_order() -> None:
    first = "```python run\nx = 1\n```\n\n```output\n```"
    text = f"one\n\n{first}\n\n- two\n\n  ```python run\n  y\n  ```\n\nend"
    section = section_shown(Section("s", "Title", text, 1), TEXT, number=3)
    assert [(each.id, each.source, each.rows) for each in section.snippets] == [
        ("s-run-1", "x = 1\n", 2),
        ("s-run-2", "y\n", 2),
    ]
    whole = "".join(
        part.html + (part.snippet.code + part.snippet.output if part.snippet else "")
        for part in section.parts
    )
    assert Markup(whole).striptags() == TEXT.dressed(Markup(render(text))).striptags()


def test_markup_that_only_looks_like_a_snippet_runs_nothing() -> None:
    text = '```python run\nx = 1\n```\n\n<pre class="code run" tabindex="0">y = 2</pre>'
    section = section_shown(Section("s", "Title", text, 1), TEXT)
    assert section.snippets == ()
    assert "y = 2" in section.parts[0].html
