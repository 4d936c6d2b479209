"""The buttons of a creature: the ruleset's intents and its abilities."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...components.ability import Ability, Repertoire, StepSpec
from ...components.decision import Decision
from ...engine.combat.aims import most, target_of
from ...engine.combat.forecast import Forecast
from ...engine.legality.intent_odds import CreatureOdds
from ...engine.legality.judge import known
from ...engine.legality.planners.abilities import usable
from ...engine.messages import Message, _, language_in_use, tr
from ...engine.rules.ruleset import Ruleset, World
from ...engine.scenario.shipped import labelled
from ...engine.state.creature import Creature
from ..battle import Battle
from ..replay.log_text import Labels, Wording
from ..replay.looks import icon_of
from .ability_text import facts_of
from .actions import ENTRIES, ActionEntry, Kind
from .session import Session

Square = tuple[int, int]
LEAST = 0.005
"""The least chance of a fall that is told: it rounds to 1 %."""
Odds = Forecast | CreatureOdds
GROUP = "abilities"


def entries(session: Session, name: str | None = None) -> list[ActionEntry]:
    """Returns all actions in the action bar of a creature, usable now or not. A referee sees all."""
    battle, rules = session.battle, session.battle.rules
    listed = [entry for entry in ENTRIES if known(rules, entry.do) and (entry.cost or entry.do) in rules.actions.costs]
    if name is None:
        name = session.active or next((one.name for one in battle.creatures if not one.has("object")), None)
    creature = battle.creature(name) if name is not None else None
    if not session.referee:
        listed = [one for one in listed if not one.referee and (creature is None or one.able(battle, creature))]
    own = ability_entries(rules, battle.world, creature) if creature is not None else []
    taken = {entry.key for entry in own}
    return [*(replace(entry, key="") if entry.key in taken else entry for entry in listed), *own]


def ability_entries(rules: Ruleset, world: World, creature: Creature) -> list[ActionEntry]:
    """Returns an action for each ability. The first nine have the keys 1 to 9."""
    known = [name for name in usable(creature) if name in world.abilities]
    return [
        _entry(rules, world.abilities[name], name, str(number) if number <= 9 else "")
        for number, name in enumerate(known, 1)
    ]


def _entry(rules: Ruleset, ability: Ability, name: str, key: str) -> ActionEntry:
    label = labelled(name, ability.label)
    fields = (("do", "use"), ("ability", name))
    tip, icon = facts_of(rules, ability) or label, icon_of(name, ability)
    return ActionEntry(f"use {name}", label, _kind(ability), key, tip, fields, group=GROUP, icon=icon)


def _kind(ability: Ability) -> Kind:
    step = ability.whole[0]
    if is_wall(step):
        return "square"
    kind = target_of(ability, step).kind
    if kind == "self":
        return "square" if any(getattr(act, "to", None) == "at" for act in step.acts) else "nothing"
    return kind


def ability_of(world: World, entry: ActionEntry) -> Ability | None:
    return world.abilities[dict(entry.fields)["ability"]] if entry.do == "use" else None


def is_wall(step: StepSpec) -> bool:
    """True if the player draws the ability's wall square by square."""
    return step.area is not None and step.area.shape == "wall"


def many(world: World, entry: ActionEntry) -> int:
    ability = ability_of(world, entry)
    return 1 if ability is None or entry.aim != "creature" else most(target_of(ability, ability.whole[0]).count)


def used(
    world: World,
    creature: Creature,
    entry: ActionEntry,
    chosen: Sequence[str],
    drawn: Sequence[Square],
    square: Square,
    who: str | None,
) -> dict[str, Any] | None:
    """Returns the intent to use an ability; `chosen` and `drawn` are earlier clicks."""
    ability = ability_of(world, entry)
    assert ability is not None
    match entry.aim:
        case "creature" if who is None:
            return None
        case "creature" if many(world, entry) > 1:
            return entry.intent(targets=list(dict.fromkeys([*chosen, who])))
        case "creature":
            return entry.intent(target=who)
        case "direction":
            way = direction(creature, square)
            return entry.intent(direction=list(way)) if way is not None else None
        case "edge":
            sides = [*drawn[-1:], square]
            return entry.intent(between=[list(one) for one in sides]) if len(set(sides)) == 2 else None
        case "square" if is_wall(ability.whole[0]):
            return entry.intent(squares=[list(one) for one in dict.fromkeys([*drawn, square])])
        case "square":
            return entry.intent(at=list(square))
    return entry.intent()


def direction(creature: Creature, square: Square) -> Square | None:
    """Returns the direction (east, south) from a creature to a square; None for its own square."""
    box = creature.box
    dx, dy = square[0] - (box.x0 + box.x1) / 2, square[1] - (box.y0 + box.y1) / 2
    if box.x0 <= square[0] <= box.x1 and box.y0 <= square[1] <= box.y1:
        return None
    east = 0 if abs(dx) * 2 < abs(dy) else 1 if dx > 0 else -1
    south = 0 if abs(dy) * 2 < abs(dx) else 1 if dy > 0 else -1
    return east, south


def odds_told(odds: Odds, strikes: int = 1, labels: Labels | None = None) -> str:
    """Describes the odds of strikes in words: chances, damage, chance to defeat the target.

    `labels` have priority over those of shipped things.
    """
    if isinstance(odds, Forecast):
        return _struck(odds, strikes, _damage(odds))
    return ", ".join(_outcomes(odds) + _effects(odds, _damage(odds), labels))


def _struck(odds: Forecast, strikes: int, damage: list[str]) -> str:
    fells = [tr("{falls} to down", falls=f"{odds.fells:.0%}")] if (odds.fells or 0) >= LEAST else []
    times = f"{strikes} × " if strikes > 1 else ""
    return ", ".join([f"{times}{odds.hit:.0%}", *damage, *fells])


_SAVED = {
    "critical-success": _("saves critically"),
    "success": _("saves"),
    "failure": _("fails the save"),
    "critical-failure": _("fails the save critically"),
}
_CHECKED = {
    "critical-success": _("{name} succeeds critically"),
    "success": _("{name} succeeds"),
    "failure": _("{name} fails"),
    "critical-failure": _("{name} fails critically"),
}


def _outcomes(odds: CreatureOdds) -> list[str]:
    words, others = {}, "{outcome}"
    if odds.saves:
        words, others = _SAVED, _("rolls {outcome}")
    elif odds.checked_by:
        words, others = _CHECKED, _("{name} rolls {outcome}")
    told = [
        (Message(name.replace("-", " ")), words.get(name, others), chance)
        for name, chance in odds.outcomes.items()
        if chance
    ]
    return [f"{tr(text, outcome=outcome, name=odds.checked_by)} {chance:.0%}" for outcome, text, chance in told]


def odds_asked(battle: Battle, question: Decision) -> str:
    """Describes the odds of the strike that a player decides about; empty for other decisions."""
    by, target = question.who, question.other
    if question.about != "opportunity" or target is None or by not in battle.world.named:
        return ""
    return odds_told(battle.forecast(by, target))


def odds_label(odds: Odds, strikes: int = 1, labels: Labels | None = None) -> str:
    """Returns the text of a label with odds: the chance to hit and the effects.

    Damage is a bare number there.
    """
    if isinstance(odds, Forecast):
        return _struck(odds, strikes, _range(odds))
    hit, effects = _to_hit(odds), _effects(odds, _range(odds), labels)
    return ", ".join([f"{hit:.0%}"] * bool(hit) + effects) if effects else odds_told(odds)


def _to_hit(odds: CreatureOdds) -> float:
    return sum(chance for name, chance in odds.outcomes.items() if name.endswith("hit"))


def _effects(odds: CreatureOdds, damage: list[str], labels: Labels | None) -> list[str]:
    parts = [*damage]
    if odds.falls >= LEAST:
        parts.append(tr("{falls} to down", falls=f"{odds.falls:.0%}"))
    if odds.healed:
        parts.append(f"+{odds.healed:g}")
    return parts + _conditions(odds, labels)


def _conditions(odds: CreatureOdds, labels: Labels | None) -> list[str]:
    words = Wording("", language_in_use(), labels or {})
    return [f"{words.condition(name)} {chance:.0%}" for name, chance in odds.conditions.items() if chance]


def _range(odds: Odds) -> list[str]:
    if not odds.most:
        return []
    return [str(odds.most) if odds.least == odds.most else tr("{least} to {most}", least=odds.least, most=odds.most)]


def _damage(odds: Odds) -> list[str]:
    if not odds.most:
        return []
    if odds.least == odds.most:
        return [tr("{damage} damage", damage=odds.most)]
    return [tr("{least} to {most} damage", least=odds.least, most=odds.most)]


def odds_brief(odds: Odds, labels: Labels | None = None) -> str:
    if isinstance(odds, Forecast):
        return f"{odds.hit:.0%}"
    if odds.falls >= LEAST:
        return f"✝{odds.falls:.0%}"
    if hit := _to_hit(odds):
        return f"{hit:.0%}"
    if odds.most:
        return f"−{odds.mean:.0f}"
    if odds.healed:
        return f"+{odds.healed:.0f}"
    return next(iter(_conditions(odds, labels) or _outcomes(odds)), "")


def stock(creature: Creature, labels: Labels | None = None) -> list[str]:
    """Describes a creature's remaining resources and the cooldowns of its abilities."""
    words = Wording("", language_in_use(), labels or {})
    repertoire: Repertoire | None = creature.parts.get(Repertoire)
    if repertoire is None:
        return []
    held = [
        tr("{resource} {left} of {most}", resource=Message(name), left=left, most=repertoire.most.get(name, left))
        for name, left in repertoire.resources.items()
    ]
    waits = {name: at - creature.turn.number for name, at in repertoire.ready.items() if at > creature.turn.number}
    told = ["   ".join(held)] if held else []
    return told + [
        tr("{name}: turns until ready: {count}", name=words.label("abilities", name), count=turns)
        for name, turns in waits.items()
    ]
