"""A printed page, decided: what has no room in large letters stands in smaller ones."""

import pytest

from companion.screens.paper import Item, listing


@pytest.mark.parametrize(("lines", "size"), [(0, 0), (27, 0), (28, 1), (36, 1), (37, 2), (50, 2), (51, 3), (200, 3)])
def test_the_more_lines_the_smaller_are_the_letters(lines, size):
    assert listing((), ((Item(),),) * lines, columns=1).size == size


def test_lines_are_shared_out_evenly_among_the_columns():
    shown = listing((), tuple((Item(mark=number),) for number in range(7)), columns=3)
    assert [[item.mark for (item,) in part] for part in shown.parts] == [[0, 1, 2], [3, 4, 5], [6]]
