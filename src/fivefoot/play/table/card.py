"""What a creature's card says, in the window and on the page."""

from collections.abc import Collection, Iterable, Mapping

from ...engine.combat.threat import span_of
from ...engine.messages import ENGLISH, _, counted, language_in_use, short_length, tr, translated
from ...engine.rules.budget import affordable
from ...engine.rules.defined import stacks
from ...engine.rules.ruleset import Ruleset
from ...engine.state.creature import Creature
from ..battle import Battle
from ..replay.log_text import Labels, Wording, labels_of
from ..replay.snapshot import CreatureView, creature_view_of, height_of
from .ability_text import immune_told
from .aiming import Availability
from .uses import stock

WORTH_A_TURN = ("move", "attack", "shoot", "full-attack")
"""Entries that are worth a warning if they are unused at the turn's end."""


def actions_left(actions: Mapping[str, int]) -> str:
    language = language_in_use()
    if language == ENGLISH:
        return ", ".join(f"{count} {name}{'s' * (count > 1)}" for name, count in actions.items() if count)
    return ", ".join(f"{count} × {tr(name)}" for name, count in actions.items() if count)


def unused(battle: Battle, name: str, known: Collection[Availability]) -> dict[str, int]:
    """Returns {name: number} of actions or strikes that the creature loses if its turn ends now."""
    me, costs = battle.creature(name), battle.rules.actions.costs
    left = me.turn.actions
    payable = any(affordable(left, way) for one in ("move", "attack") if one in costs for way in costs[one].ways)
    if payable and (not known or any(found.refusal is None for found in known)):
        return {kind: count for kind, count in left.items() if count}
    foes = [one for one in battle.creatures if one.side != me.side and not one.out]
    strike = battle.rules.actions.prepaid(me, "attack") and any(
        battle.why(name, {"do": "attack", "target": foe.name}) is None for foe in foes
    )
    return {"strike": 1} if strike else {}


def unused_told(left: Mapping[str, int]) -> str:
    return tr("a strike") if "strike" in left else actions_left(left)


def goals_told(battle: Battle, side: str | None) -> list[str]:
    """Returns a side's objectives as lines, then those of others, except plain defeat of enemies."""
    language = language_in_use()
    told = {one: translated(battle.told(one), language) for one in battle.objectives}
    own = [f"⚑ {line}" for one, line in told.items() if one.side == side]
    return own + [
        f"⚐ {tr(one.side)}: {line}" for one, line in told.items() if one.side != side and one.kind != "defeat"
    ]


def card_of(battle: Battle, name: str, side: str | None) -> list[str]:
    """Returns what a player reads about a creature, as lines. On its turn, objectives come first."""
    creature = battle.creature(name)
    view = creature_view_of(creature)
    goals = goals_told(battle, side) if name == battle.active else []
    facts = describe(
        creature,
        battle.rules,
        view.conditions,
        height_of(view, battle.world.board),
        defence_now(battle, name),
        labels_of(battle.world),
    )
    return [*goals, *(translated(str(line), language_in_use()) for line in facts)]


def at_a_glance(creature: Creature, defence: tuple[int, int] | None = None) -> list[str]:
    lines: list[str] = []
    if creature.out:
        lines.append(tr("down"))
    if creature.turn.open:
        lines.append(tr("actions left: {actions}", actions=actions_left(creature.turn.actions) or "none"))
    if creature.health.hp is not None:
        melee, shots = defence or (creature.body.ac, creature.body.ac)
        weighed = (
            tr(" (now {melee}, {shots} against shots)", melee=melee, shots=shots)
            if melee != shots
            else tr(" (now {melee})", melee=melee)
        )
        weighed = "" if melee == shots == creature.body.ac else weighed
        lines.append(
            tr(
                "hit points {hp} of {full}   defence {ac}{weighed}",
                hp=creature.health.hp,
                full=creature.health.full,
                ac=creature.body.ac,
                weighed=weighed,
            )
        )
    return lines


def as_shown(view: CreatureView, labels: Labels | None = None) -> list[str]:
    """Returns a card's lines while the battle is busy: hit points and conditions as drawn."""
    lines = [tr("down")] if view.out else []
    if view.hp is not None:
        lines.append(tr("{hp} of {full} hp", hp=view.hp, full=view.full))
    if view.conditions:
        lines.append(", ".join(map(Wording("", language_in_use(), labels or {}).condition, view.conditions)))
    return lines


def describe(
    creature: Creature,
    rules: Ruleset,
    conditions: Iterable[str],
    height: int,
    defence: tuple[int, int] | None = None,
    labels: Labels | None = None,
) -> list[str]:
    """Returns what a player reads about a creature, as lines.

    `defence` is (melee, ranged). `labels` have priority over those of shipped things.
    """
    speeds = rules.movement.speeds(rules, creature)
    lines = at_a_glance(creature, defence)
    if creature.body.damage is not None:
        reach = span_of(rules, creature).most * rules.unit
        how = tr("reach {reach}", reach=short_length(reach, rules.feet)) if creature.body.threatens else tr("no reach")
        if creature.body.range is not None:
            shot = tr("shoots {range}", range=short_length(creature.body.range, rules.feet))
            how = f"{how}, {shot}" if creature.body.threatens else shot
        lines.append(
            tr(
                "attack {attack}, {damage}, {how}",
                attack=f"{creature.body.attack:+d}",
                damage=creature.body.damage,
                how=how,
            )
        )
    lines += stock(creature, labels)
    listed = (f"{tr(mode)} {short_length(value, rules.feet).told(language_in_use())}" for mode, value in speeds.items())
    lines.append("  ".join(listed) or tr("does not move"))
    if creature.turn.open and creature.turn.moved:
        lines.append(tr("moved {moved} this turn", moved=short_length(creature.turn.moved * rules.unit, rules.feet)))
    if immune := immune_told(creature):
        lines.append(immune)
    words = Wording("", language_in_use(), labels or {})
    held = [_held(creature, rules, name, words) for name in conditions]
    if held:
        lines.append(", ".join(held))
    size = tr(creature.size.name) if creature.size.name.isalpha() else tr("size {size}", size=creature.size.name)
    where = tr(
        "{size}, {side}, at {x},{y}",
        size=size,
        side=tr(creature.side),
        x=creature.cube[0],
        y=creature.cube[1],
    )
    if height:
        far = counted("{count} square", "{count} squares", abs(height))
        where += tr(_(", {far} above the ground") if height > 0 else _(", {far} below the ground"), far=far)
    lines.append(where)
    return lines


def _held(creature: Creature, rules: Ruleset, condition: str, words: Wording) -> str:
    spec = rules.defined.conditions.get(condition)
    count = 1 if spec is None else stacks(creature, condition, spec)
    return words.condition(condition) if count == 1 else f"{words.condition(condition)} × {count}"


def defence_now(battle: Battle, name: str) -> tuple[int, int] | None:
    """Returns a creature's defence (melee, ranged) against an enemy; None if there is no enemy."""
    creature = battle.creature(name)
    foe = next((one for one in battle.creatures if one.side != creature.side and not one.out), None)
    if foe is None or creature.out:
        return None
    melee, shots = (battle.forecast(foe.name, name, ranged=ranged).against for ranged in (False, True))
    return melee, shots
