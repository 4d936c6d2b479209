"""The referee's desk: effects on a creature or a square, outside the rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...engine.errors import ScenarioError, spelled
from ...engine.messages import tr
from ...engine.scenario.shipped import label_of, shipped
from ...engine.state.creature import Creature
from ..battle import Battle
from ..input_checks import MOST_FACES, MOST_THROWN
from .renaming import may_rename
from .session import Session

Acts: TypeAlias = list[dict[str, Any]]
"""Effect acts as plain data."""
Answered: TypeAlias = Callable[[str], Acts]


@dataclass(frozen=True, slots=True)
class RefereeAct:
    """A change that the referee can make to a battle, such as damage to a creature."""

    label: str
    acts: Answered
    number: str | None = None
    """The number offered at first; None: no number is asked for."""
    options: tuple[tuple[str, str], ...] = ()
    """(label, answer) to choose from; empty: no choice is asked for."""
    gives_turn: str = ""
    """The creature whose turn it becomes."""
    throws: bool = False
    """True: the answer is the results of the next dice."""
    renames: str = ""
    """The creature whose name is the answer; the battle becomes another (`renamed`)."""


def acts_on(session: Session, who: str) -> list[RefereeAct]:
    """Returns the changes that the referee can make to a creature."""
    creature, found = session.battle.creature(who), list[RefereeAct]()
    if creature.health.hp is not None:
        found.append(
            RefereeAct(tr("Hit points …"), lambda number: _hit_points(creature, number), str(creature.health.hp))
        )
    found += _conditions(session.battle, creature)
    if creature.body.hidden_from:
        found.append(RefereeAct(tr("Reveal"), lambda _: [{"do": "reveal", "target": who}]))
    elif any(one.side != creature.side for one in session.battle.creatures):
        found.append(RefereeAct(tr("Hide"), lambda _: [{"do": "hide", "target": who}]))
    if not creature.has("object") and not creature.out and session.active != who:
        found.append(RefereeAct(tr("Its turn now"), lambda _: [], gives_turn=who))
    found.append(RefereeAct(tr("Take out of the battle"), lambda _: [{"do": "leave", "who": who}]))
    if may_rename(session):
        found.append(RefereeAct(tr("Rename …"), lambda _: [], who, renames=who))
    return [*found, _dice(session)]


def acts_at(session: Session, square: tuple[int, int]) -> list[RefereeAct]:
    """Returns the changes that the referee can make on a square without creatures."""
    names = [one.name for one in session.battle.creatures]
    put: Answered = lambda name: [{"do": "teleport", "target": name, "to": list(square)}]  # noqa: E731
    found = (
        [RefereeAct(tr("Put a creature here …"), put, options=tuple((name, name) for name in names))] if names else []
    )
    for side in session.sides:
        label = tr("A new creature of {side} …", side=tr(side))
        found.append(RefereeAct(label, _newcomer(session.battle, side, square), options=_kinds()))
    return [*found, _dice(session)]


def carry_out(session: Session, choice: RefereeAct, answer: str = "") -> None:
    """Carries out a change that the referee has chosen; undo takes it back as a whole."""
    if choice.gives_turn:
        session.give_turn(choice.gives_turn)
    elif choice.throws:
        session.throw(_results(answer))
    elif acts := choice.acts(answer):
        session.apply_effect(acts)


def _dice(session: Session) -> RefereeAct:
    waiting = " ".join(map(str, session.battle.world.dice.thrown))
    return RefereeAct(tr("Dice by hand: the next results …"), lambda _: [], waiting, throws=True)


def _results(answer: str) -> list[int]:
    results = answer.replace(",", " ").split()
    if not all(one.isdecimal() and 1 <= int(one) <= MOST_FACES for one in results) or len(results) > MOST_THROWN:
        raise ScenarioError("the desk", "dice", spelled(answer), tr("the results of dice, such as 17 4"))
    return [int(one) for one in results]


def _hit_points(creature: Creature, number: str) -> Acts:
    if not number.strip().isdecimal():
        return [{"do": "damage", "target": creature.name, "amount": number}]
    change = int(number) - (creature.health.hp or 0)
    if not change:
        return []
    return [{"do": "heal" if change > 0 else "damage", "target": creature.name, "amount": abs(change)}]


def _conditions(battle: Battle, creature: Creature) -> list[RefereeAct]:
    def each(do: str) -> Answered:
        return lambda name: [{"do": do, "target": creature.name, "condition": name}]

    held = creature.condition.held
    free = sorted(battle.rules.conditions.known - held)
    found = [RefereeAct(tr("Give a condition …"), each("condition"), options=tuple((tr(one), one) for one in free))]
    if held:
        options = tuple((tr(one), one) for one in sorted(held))
        found.append(RefereeAct(tr("End a condition …"), each("end-condition"), options=options))
    return found


def _kinds() -> tuple[tuple[str, str], ...]:
    return tuple((tr(label_of("creatures", name)), name) for name in shipped("creatures"))


def _newcomer(battle: Battle, side: str, square: tuple[int, int]) -> Answered:
    known, items = battle.world.abilities, battle.rules.defined.items

    def acts(kind: str) -> Acts:
        table = shipped("creatures")[kind]
        name, number = (usual := tr(label_of("creatures", kind))), 1
        while name in battle.world.named:
            number += 1
            name = f"{usual} {number}"
        made: dict[str, Any] = {"name": name, "side": side, "base": kind, "at": list(square)}
        # What the file of the battle does not define, a newcomer does without.
        made["can"] = [one for one in table.get("can", ()) if one in known]
        made["items"] = [one for one in table.get("items", ()) if one in items]
        if table.get("wields") not in made["items"]:
            made["wields"] = None
        return [{"do": "join", "creature": made}]

    return acts


def titled(session: Session, who: str | None, square: Sequence[int] | None) -> str:
    whom = who or (session.battle.world.board.shown(square) if square is not None else "")
    return tr("Referee's desk: {whom}", whom=whom)
