"""Drawing calls are taken out, and tests fail: some marks by day, the whole board at night."""

import os

import pytest

pytest.importorskip("pygame")

from tests.cut_drawing import Cut, cuts, make, unseen
from tests.play.table import test_marks

MARKS = "src/fivefoot/play/table/marks.py"
EVERY = 8
"""One of so many marks is cut by day."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")


def missed(cut: Cut) -> bool:
    """True if a test of marks fails in a process without the call."""
    child = os.fork()
    if not child:
        code = 0
        try:
            make(cut)
            for name, test in vars(test_marks).items():
                if (
                    name.startswith("test_") and test.__code__.co_argcount
                ):  # of the others the view is not the fixture's
                    test(test_marks.ann_and_orc())
        except AssertionError:
            code = 1
        except BaseException:
            code = 2
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code < 2, cut
    return code == 1


def test_marks_that_are_not_made_are_missed() -> None:
    made = [cut for cut in cuts([MARKS]) if any(word in cut.text for word in ("Label", "Dot(", "'flank'"))]
    assert len(made) > 10
    assert [cut for cut in made[::EVERY] if not missed(cut)] == []
    with pytest.raises(AssertionError):
        missed(Cut(MARKS, 1, "nothing is drawn here"))


@pytest.mark.nightly
def test_each_drawing_call_of_the_board_is_missed_by_a_test() -> None:
    assert unseen() == []
