"""The referee's desk as lists over the board."""

from collections.abc import Callable, Sequence
from typing import Protocol

from ....engine.errors import ScenarioError, printable
from ....engine.messages import tr
from ....play.table.aiming import Aim
from ....play.table.desk import RefereeAct, acts_at, acts_on, carry_out, titled
from ....play.table.renaming import renamed
from ....play.table.session import Session
from ...play.pages import NamePage
from ...play.picker import Below, Listed, Picker
from ...window.scene_stack import Change, PopScene, PushScene
from ..board_state import BoardState
from ..turn_flow import TurnFlow


class Reopens(Protocol):
    @property
    def reopen(self) -> Callable[[Session], Change] | None: ...


class Desk(Below, Protocol):
    state: BoardState
    flow: TurnFlow

    @property
    def links(self) -> Reopens: ...
    @property
    def scale(self) -> float: ...


def open_desk(scene: Desk) -> Change | None:
    """Opens the list of changes that the referee can make to a square or creature."""
    state = scene.state
    if state.work.out or state.battle.over:
        return None
    square = state.hover
    who = state.figure_at(square) if square is not None else state.chosen or state.now.active
    free = square is not None and square in state.battle.world.board
    choices = acts_on(state.session, who) if who else acts_at(state.session, square) if square and free else []
    choices = [one for one in choices if not one.renames or scene.links.reopen is not None]
    if not choices:
        return None
    title = titled(state.session, who, square)
    return _picked(scene, title, [choice.label for choice in choices], lambda index: _ask(scene, choices[index]))


def _ask(scene: Desk, choice: RefereeAct) -> Change | None:
    palette = scene.state.palette
    if choice.options:
        labels, answers = zip(*choice.options, strict=True)
        return _picked(scene, choice.label, labels, lambda index: _do(scene, choice, answers[index]))
    if choice.number is not None:
        does = _rename if choice.renames else _do
        page = NamePage(choice.label, choice.number, lambda told: does(scene, choice, told, 1), palette, scene.scale)
        page.buttons[0] = ("ok", tr("OK (Enter)"), page.buttons[0][2])
        return PushScene(page)
    return _do(scene, choice, "")


def _picked(scene: Desk, title: str, labels: Sequence[str], chosen: Callable[[int], Change | None]) -> Change:
    return PushScene(Picker(title, [Listed(one) for one in labels], chosen, scene, scene.state.palette, scene.scale))


def _rename(scene: Desk, choice: RefereeAct, answer: str, pages: int) -> Change | None:
    state = scene.state
    scene.flow.wait()
    try:
        again = renamed(state.session, choice.renames, answer)
    except ScenarioError as error:
        state.warn(printable(str(error)))
        return PopScene(pages)
    return PopScene(pages, then=scene.links.reopen(again) if scene.links.reopen is not None else None)


def _do(scene: Desk, choice: RefereeAct, answer: str, pages: int = 0) -> Change | None:
    state, flow = scene.state, scene.flow

    def tried() -> str:
        try:
            carry_out(state.session, choice, answer)
        except ScenarioError as error:
            return printable(str(error))
        return ""

    def told(refusal: str) -> None:
        state.aim, state.pending, state.message = Aim(), None, ("", ())
        if refusal:
            state.warn(refusal)
        elif choice.gives_turn:
            state.chosen = choice.gives_turn
        elif choice.throws:
            state.say("The next dice: {dice}", dice=" ".join(map(str, state.battle.world.dice.thrown)) or "–")
        flow.acted()

    flow.wait()
    state.skip()
    state.work.send(tr("The referee acts …"), tried, told)
    return PopScene(pages) if pages else None
