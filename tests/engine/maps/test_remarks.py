"""Remarks on a map are counted, not flooded."""

from fivefoot.engine.maps.draft import MOST_ALIKE, Remark, shown


def test_remarks_of_one_kind_are_shown_up_to_a_limit_and_counted() -> None:
    remarks = [Remark(f"token {number}", "it is left out") for number in range(3000)]
    lines = shown([*remarks, Remark("grid", "it is shifted")])
    assert lines[:2] == ["token 0: it is left out", "token 1: it is left out"]
    assert lines[MOST_ALIKE:] == ["grid: it is shifted", "and 2980 more: it is left out"]
