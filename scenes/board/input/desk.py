"""The referee's desk as lists over the board."""

from collections.abc import Callable, Sequence
from typing import Protocol

from ....engine.errors import ScenarioError, printable
from ....engine.messages import tr
from ....play.table.aiming import Aim
from ....play.table.desk import Deed, befall, deeds_at, deeds_for, titled
from ...play.pages import NamePage
from ...play.picker import Below, Listed, Picker
from ...window.scene_stack import Change, PopScene, PushScene
from ..board_state import BoardState
from ..turn_flow import TurnFlow


class Desk(Below, Protocol):
    state: BoardState
    flow: TurnFlow

    @property
    def scale(self) -> float: ...


def open_desk(scene: Desk) -> Change | None:
    """Lists the effects for the creature or free square under the pointer, else for the chosen creature."""
    state = scene.state
    if state.work.out or state.battle.over:
        return None
    square = state.hover
    who = state.figure_at(square) if square is not None else state.chosen or state.now.active
    free = square is not None and square in state.battle.world.board
    deeds = deeds_for(state.session, who) if who else deeds_at(state.session, square) if square and free else []
    if not deeds:
        return None
    title = titled(state.session, who, square)
    return _picked(scene, title, [deed.label for deed in deeds], lambda index: _ask(scene, deeds[index]))


def _ask(scene: Desk, deed: Deed) -> Change | None:
    palette = scene.state.palette
    if deed.options:
        labels, answers = zip(*deed.options, strict=True)
        return _picked(scene, deed.label, labels, lambda index: _do(scene, deed, answers[index]))
    if deed.number is not None:
        page = NamePage(deed.label, deed.number, lambda told: _do(scene, deed, told, 1), palette, scene.scale)
        page.buttons[0] = ("ok", tr("OK (Enter)"), page.buttons[0][2])
        return PushScene(page)
    return _do(scene, deed, "")


def _picked(scene: Desk, title: str, labels: Sequence[str], chosen: Callable[[int], Change | None]) -> Change:
    return PushScene(Picker(title, [Listed(one) for one in labels], chosen, scene, scene.state.palette, scene.scale))


def _do(scene: Desk, deed: Deed, answer: str, pages: int = 0) -> Change | None:
    """Carries out an effect, then closes `pages` pages."""
    state, flow = scene.state, scene.flow

    def tried() -> str:
        try:
            befall(state.session, deed, answer)
        except ScenarioError as error:
            return printable(str(error))
        return ""

    def told(refusal: str) -> None:
        state.aim, state.pending, state.message = Aim(), None, ("", ())
        if refusal:
            state.warn(refusal)
        elif deed.gives_turn:
            state.chosen = deed.gives_turn
        flow.acted()

    flow.wait()
    state.skip()
    state.work.send(tr("The referee acts …"), tried, told)
    return PopScene(pages) if pages else None
