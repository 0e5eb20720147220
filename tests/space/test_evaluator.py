"""The evaluator agrees with trying every combination, on random small option files."""

from itertools import product
from random import Random

import pytest

from aurum_states.definitions.conditions import TableChoice, start_refusals, table_page
from tests.space.plain_pages import Kind, Page, Pages
from tests.space.small_files import models, small_file

FILES, CHUNKS = 1000, 10


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_combination_of_small_files(chunk: int) -> None:
    for number in range(chunk, FILES, CHUNKS):
        raw = small_file(Random(f"evaluator/{number}"))
        pages = Pages(raw)
        options = models(raw)
        by_values = {(page.kind, page.values): page for page in pages.pages}
        for kind in {page.kind for page in pages.pages}:
            for values in product(*pages.domains):
                choice = _choice(pages, kind, values)
                page = table_page(options, choice)
                at_rest = tuple(page.values.values())
                assert at_rest == pages.brought_to_rest(kind, values), (number, choice)
                expected = by_values[kind, at_rest]
                assert page.shown == expected.shown, (number, choice)
                refused = [
                    (one.option, one.value, one.condition.message) for one in start_refusals(options, choice)
                ]
                assert refused == _messages(pages, expected), (number, choice)


def _choice(pages: Pages, kind: Kind, values: tuple[int, ...]) -> TableChoice:
    language = {} if kind.language is None else {207: kind.language}
    return TableChoice(
        kind.players, {**dict(zip(pages.ids, values, strict=True)), **language}, kind.mode, kind.speed
    )


def _messages(pages: Pages, page: Page) -> list[tuple[int, int, str]]:
    return [
        (number, value, pages.start(number, value, index)["message"]) for number, value, index in page.failing
    ]
