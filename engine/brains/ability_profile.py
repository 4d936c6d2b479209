"""Abilities as brains see them: targets, range, costs and acts by outcome."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ...components.ability import Ability, RollSpec, StepSpec
from ...components.effect_acts import (
    TARGET,
    ChangeResource,
    DealDamage,
    EffectAct,
    EndCondition,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    HideCreature,
    JoinBattle,
    MakeZone,
    RestoreHealth,
    StrikeTarget,
    TeleportCreature,
)
from ...components.names import Predicate
from ..combat.aims import acts_of, aimed_at, harms, heals, most, range_of, takes_downed, target_of
from ..combat.areas import size_of
from ..legality.planners.abilities import ways_of
from ..memo import Memo
from ..rules.odds import chosen
from ..rules.ruleset import Ruleset

Kind = Literal["named", "own", "around", "aimed", "turned", "place", "other"]
"""The way to find its aims; `other` aims are those that lists try."""

Part = tuple[str, float, str]
"""Damage: dice, the factor on their result, its kind."""


HIT, MISSED = ("hit", "success"), ("miss", "failure")
"""Outcome words of strikes."""


class Digest(NamedTuple):
    """The combined effect of some acts on their target."""

    damage: tuple[Part, ...] = ()
    healing: tuple[tuple[str, bool], ...] = ()
    """Dice; true: halved."""
    conditions: tuple[GiveCondition, ...] = ()
    ends: tuple[EndCondition, ...] = ()
    strikes: tuple[StrikeTarget, ...] = ()


def digest(acts: Iterable[EffectAct], target: str = TARGET) -> Digest:
    mine = [act for act in acts if getattr(act, "target", "") == target]
    return Digest(
        tuple((str(act.amount), 0.5 if act.half else 1.0, act.kind) for act in mine if isinstance(act, DealDamage)),
        tuple((str(act.amount), act.half) for act in mine if isinstance(act, RestoreHealth)),
        tuple(act for act in mine if isinstance(act, GiveCondition)),
        tuple(act for act in mine if isinstance(act, EndCondition)),
        tuple(act for act in mine if isinstance(act, StrikeTarget)),
    )


class Fate(NamedTuple):
    """The possible effects of an ability on one creature."""

    share: float
    """The mean share of its worth lost in hit points."""
    downs: float
    """The chance to be downed."""
    conditions: list[tuple[float, GiveCondition]]
    """Conditions it may gain, with chances."""
    ends: list[tuple[float, EndCondition]]
    """Conditions that may end, with chances."""


class StepOutcomes:
    """A step's roll and acts."""

    __slots__ = ("_by_words", "_usual", "after", "on", "roll")

    def __init__(self, step: StepSpec) -> None:
        self.roll: RollSpec | None = step.roll
        self.after = step.after
        self.on = step.on
        self._usual = (*step.does, *step.each)
        self._by_words: dict[tuple[str, ...], Digest] = {}

    def done(self, words: tuple[str, ...]) -> Digest:
        """The acts on a target for the outcome `words`."""
        found = self._by_words.get(words)
        if found is None:
            found = self._by_words[words] = digest((*self._usual, *chosen(self.on, words, ())))
        return found


BESIDE = (ForceMovement, MakeZone, HideCreature, TeleportCreature, GrantMovement, JoinBattle, ChangeResource)
"""Acts valued apart from hit points and conditions."""


class AbilityProfile:
    """An ability under one ruleset."""

    __slots__ = (
        "ability", "asks", "asks_self", "beside", "choosy", "fates", "follows", "harms", "heals", "kind", "most",
        "name", "own", "reach", "size", "spec", "stages", "step", "takes_downed", "wanted", "ways", "who", "wide",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, name: str, ability: Ability) -> None:
        self.name, self.ability = name, ability
        self.step = step = ability.whole[0]
        self.spec = spec = target_of(ability, step)
        self.harms, self.heals = harms(ability), heals(ability)
        self.takes_downed = takes_downed(ability)
        self.ways = ways_of(rules, ability.pays) or ((),)
        area = step.area
        self.wide = area is not None
        self.who: str = aimed_at(ability, spec) if area is None else step.affects.who
        """The creatures it may affect."""
        self.wanted: str = self.who
        """The creatures it is meant for."""
        if area is not None and self.who == "any":
            self.wanted = "enemies" if self.harms else "allies" if self.heals else "any"
        reach = range_of(spec, step)
        self.reach = rules.squares(most(reach)) if reach not in ("reach", "weapon", None) else reach
        """Range in squares, `reach` or `weapon`; None: unlimited."""
        self.size = 0 if area is None else size_of(rules, area.size)
        """Area size in squares."""
        self.most = most(spec.count)
        """The most targets."""
        asked = [one for one in (ability.requires.target, step.affects.where) if one != Predicate()]
        self.asks: tuple[Predicate, ...] = tuple(asked)
        """Predicates on each target."""
        self.asks_self = ability.requires.self_ if ability.requires.self_ != Predicate() else None
        """Predicates on the user."""
        self.stages = tuple(StepOutcomes(one) for one in ability.whole)
        self.own = digest((act for one in ability.whole for act in one.does), "self")
        certain = {id(act) for one in ability.whole if one.after is None for act in (*one.does, *one.each)}
        self.beside = tuple((act, id(act) in certain) for act in acts_of(ability) if isinstance(act, BESIDE))
        """Other acts; true: certain."""
        self.follows: dict[int, tuple[Digest, Digest]] = {
            id(act): (digest(chosen(act.on, HIT, ())), digest(chosen(act.on, MISSED, ())))
            for act in acts_of(ability)
            if isinstance(act, StrikeTarget)
        }
        """Effects of each strike: on a hit, on a miss."""
        given = (act for act in acts_of(ability) if isinstance(act, GiveCondition))
        self.choosy = tuple(act for act in given if act.where != Predicate())
        """Conditions that only some targets can gain."""
        self.fates: Memo[tuple[object, ...], Fate] = Memo(1 << 12)
        """Cache by the figures that decide."""
        self.kind: Kind = _kind(ability, step)


def _kind(ability: Ability, step: StepSpec) -> Kind:
    spec, area = target_of(ability, step), step.area
    later = any(one.target is not None and one.target.kind != "self" for one in ability.whole[1:])
    if later or step.affects.choice or spec.kind == "edge" or (area is not None and area.shape == "wall"):
        return "other"
    if any(isinstance(act, (GrantMovement, TeleportCreature)) and act.to == "at" for act in step.acts):
        return "place" if area is None and spec.kind in ("self", "square") else "other"
    round_ = area is not None and area.shape in ("burst", "emanation")
    if spec.kind == "self":
        return "own" if area is None else "around" if round_ else "other"
    if spec.kind == "creature":
        return "named" if area is None else "other"
    if spec.kind == "direction":
        return "turned" if area is not None else "other"
    aimed = area is not None and area.shape in ("burst", "cube") and area.from_ in ("square", "corner")
    return "aimed" if aimed else "other"


_PROFILES: Memo[tuple[int, Ruleset], tuple[Ability, AbilityProfile]] = Memo(1 << 10)


def profile_of(rules: Ruleset, name: str, ability: Ability) -> AbilityProfile:
    key = (id(ability), rules)
    found = _PROFILES.get(key)
    if found is None or found[0] is not ability:
        found = _PROFILES.keep(key, (ability, AbilityProfile(rules, name, ability)))
    return found[1]
