"""What pages may show of an edition's data: its visible queries, and nothing stated about them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.edition import Edition
from grader.exercise import Json
from grader.plan import queries_file


@dataclass(frozen=True)
class VisibleQuery:
    """A visible query as its learner sees it before running anything."""

    set: str
    id: str
    check: str
    arguments: Mapping[str, Json]
    segment: str | None
    note: str | None


def visible_queries(edition: Edition) -> Iterator[VisibleQuery]:
    """The queries of the visible sets, in order; a stated answer is left out."""
    for query_set in edition.sets:
        for query in query_set.queries if query_set.visible else ():
            yield VisibleQuery(
                set=query_set.id,
                id=query.id,
                check=query.check,
                arguments=query.arguments,
                segment=query.segment,
                note=query.note,
            )


def visible_files(edition: Edition) -> dict[str, bytes]:
    """By visible set, in order, the `queries.json` that the script reads; nothing is stated in it.

    So it is to the byte, also where the lesson has no script.
    """
    return {each.id: queries_file(each) for each in edition.sets if each.visible}
