"""An ability's facts in one line: cost, range, area, roll and effects."""

from collections.abc import Iterable, Iterator

from ...components.ability import Ability, RollSpec, StepSpec
from ...components.effect_acts import (
    DealDamage,
    EffectAct,
    EndCondition,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    HideCreature,
    MakeZone,
    RestoreHealth,
    StrikeTarget,
    TeleportCreature,
)
from ...engine.combat.aims import target_of
from ...engine.messages import _, counted, language_in_use, short_length, tr
from ...engine.rules.ruleset import Ruleset
from ...engine.state.creature import Creature
from ..replay.log_text import Wording

SHAPES = {
    "burst": _("burst {size}"),
    "emanation": _("all within {size}"),
    "cone": _("cone {size}"),
    "line": _("line {size}"),
    "cube": _("cube {size}"),
    "wall": _("wall {size}"),
}


def facts_of(rules: Ruleset, ability: Ability) -> str:
    """Describes an ability as text: its own description, then cost, targets and effects."""
    parts = [ability.text, *_costs(ability)]
    for step in ability.whole:
        parts += _step(rules, ability, step)
    target, word = ability.requires.target, _words(rules).condition
    parts += [tr("only if the target is {condition}", condition=word(one)) for one in target.has]
    parts += [tr("only if the target is not {condition}", condition=word(one)) for one in target.lacks]
    return " · ".join(dict.fromkeys(part for part in parts if part))


def _words(rules: Ruleset) -> Wording:
    own = {("conditions", name): one.label for name, one in rules.defined.conditions.items() if one.label}
    return Wording("", language_in_use(), own)


def _costs(ability: Ability) -> list[str]:
    pays = ability.pays
    parts = [tr("free")] if pays == "free" else []
    if isinstance(pays, int):
        parts.append(counted("{count} action", "{count} actions", pays).told(language_in_use()))
    parts += [f"{amount} {tr(name)}" for name, amount in ability.spends.items()]
    if ability.uses is not None:
        parts.append(counted("{count} use a battle", "{count} uses a battle", ability.uses).told(language_in_use()))
    if ability.cooldown:
        parts.append(counted("rests {count} turn", "rests {count} turns", ability.cooldown).told(language_in_use()))
    return parts


def _step(rules: Ruleset, ability: Ability, step: StepSpec) -> list[str]:
    aimed = target_of(ability, step)
    parts = []
    if aimed.kind != "self" and aimed.range is not None:
        parts.append(_length(rules, aimed.range))
    if aimed.kind == "creature" and aimed.count != 1:
        parts.append(tr("up to {count} targets", count=aimed.count))
    if step.area is not None:
        parts.append(tr(SHAPES[step.area.shape], size=_length(rules, step.area.size)))
    if step.roll is not None:
        parts.append(_roll(step.roll))
    return [*parts, *_acts(rules, step.acts)]


def _length(rules: Ruleset, amount: int | str) -> str:
    if isinstance(amount, int):
        return short_length(amount, rules.feet).told(language_in_use())
    return tr(amount)


def _roll(roll: RollSpec) -> str:
    rolled = tr("strike") if roll.strike else tr(roll.save or roll.check or "")
    return f"⚄ {rolled} {roll.dc}" if roll.dc is not None else f"⚄ {rolled}"


def _acts(rules: Ruleset, acts: Iterable[EffectAct]) -> list[str]:
    parts: list[str] = []
    for act in acts:
        match act:
            case DealDamage(amount=amount, kind=kind, half=False):
                parts.append(f"{amount} {tr('damage' if kind == 'effect' else kind)}")
            case RestoreHealth(amount=amount):
                parts.append(tr("heals {amount}", amount=amount))
            case GiveCondition(condition=condition):
                parts.append(_words(rules).condition(condition))
            case EndCondition(condition=condition):
                parts.append(tr("ends {condition}", condition=_words(rules).condition(condition)))
            case ForceMovement(distance=distance):
                parts.append(tr("moves it {distance}", distance=_length(rules, distance)))
            case GrantMovement(distance=distance):
                parts.append(tr("goes {distance}", distance=_length(rules, distance)))
            case TeleportCreature():
                parts.append(tr("teleports"))
            case HideCreature():
                parts.append(tr("hides"))
            case MakeZone(rounds=rounds, enter=enter, start=start):
                parts += [tr("for {rounds} rounds", rounds=rounds)] if rounds is not None else []
                parts += _acts(rules, (*enter, *start))
            case StrikeTarget(on=outcomes):
                parts.append(tr("strike"))
                parts += _acts(rules, [one for acts in outcomes.values() for one in acts])
            case _:
                pass
    return parts


IMMUNE = "immune-"
"""The start of traits that name what does not affect a creature."""
_ALL = {"conditions": _("conditions")}


def immune_told(creature: Creature, ability: Ability | None = None) -> str:
    """Describes what does not affect a creature: everything, or what an ability would do. It may be empty."""
    held = sorted(trait.removeprefix(IMMUNE) for trait in creature.body.traits if trait.startswith(IMMUNE))
    if ability is not None:
        done = {kind for step in ability.whole for kind in _inflicted(step.acts)}
        held = [kind for kind in held if kind in done]
    words = [tr(_ALL[kind]) if kind in _ALL else Wording("", language_in_use()).condition(kind) for kind in held]
    return tr("immune to {kinds}", kinds=", ".join(words)) if words else ""


def _inflicted(acts: Iterable[EffectAct]) -> Iterator[str]:
    for act in acts:
        match act:
            case DealDamage(kind=kind):
                yield kind
            case GiveCondition(condition=condition):
                yield condition
                yield "conditions"
            case MakeZone(enter=enter, start=start):
                yield from _inflicted((*enter, *start))
            case StrikeTarget(on=outcomes, kind=kind):
                yield kind or ""
                yield from _inflicted(one for done in outcomes.values() for one in done)
            case _:
                pass


_ON_CREATURES = (DealDamage, EndCondition, ForceMovement, GiveCondition, RestoreHealth, StrikeTarget)


def needs_somebody(ability: Ability) -> bool:
    """True if an ability has an area and does nothing when no creature is in it."""
    acts = [act for step in ability.whole for act in step.acts]
    return ability.whole[0].area is not None and all(
        isinstance(act, _ON_CREATURES) and act.target != "self" for act in acts
    )
