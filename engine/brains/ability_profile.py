"""Abilities as brains see them."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from ...components.ability import Ability, RollSpec, StepSpec
from ...components.definitions import Adds
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
from ..combat.aims import acts_of, aimed_at, chooses, harms, heals, most, range_of, takes_downed, target_of
from ..combat.areas import size_of
from ..legality.planners.abilities import usable, ways_of
from ..memo import Memo
from ..rules.budget import affordable
from ..rules.odds import chosen
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .estimates import average

GROUPS = {"enemy": "enemies", "ally": "allies", "other": "others"}
Kind = Literal["named", "own", "around", "aimed", "turned", "place", "other"]
"""How an ability finds its targets; `other`: a brain tries the listed uses."""

Part = tuple[str, float, str]
"""Damage: dice, factor, kind."""


LASTING = 3
"""Most turns of a condition's effect that brains count."""
SAVED = 2
"""Turns assumed until a save ends a condition."""
NUISANCE = 0.1
"""Cost of an unknown condition, in turns."""
LYING = 0.3
"""Cost of lying prone, in turns."""
HELD = 0.6
"""The cost of immobility with no enemy in reach, in turns."""
HIT, MISSED = ("hit", "success"), ("miss", "failure")
"""Outcome words of strikes."""


MOST_TIMES = 3
"""Most uses of an ability per turn that brains count."""


class Digest(NamedTuple):
    """The effects of an ability on one target, grouped: damage, healing, conditions, strikes."""

    damage: tuple[Part, ...] = ()
    healing: tuple[tuple[str, bool], ...] = ()
    """(dice, True if halved) of each healing."""
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


class Burden(NamedTuple):
    """How much worse a condition makes a creature, as a score; negative if it helps."""

    idle: float
    """Turns lost."""
    kept: float
    """Turns lost without an enemy in reach."""
    adds: Adds | None
    """The bearer's changed figures."""
    turns: float
    hurts: tuple[float, ...]
    """Hit points that the bearer loses."""


def _helps(burden: Burden) -> bool:
    adds = burden.adds
    helps = adds is not None and max(adds.attack, adds.damage, adds.ac) > 0
    return helps or min(burden.hurts, default=0.0) < 0


def burden_of(rules: Ruleset, condition: str, turns: float) -> Burden:
    spec, conditions = rules.defined.conditions.get(condition), rules.conditions
    idle = kept = 0.0
    if condition in conditions.unable:
        idle = turns
    elif condition in conditions.immobile:
        kept = HELD * turns
    elif condition in ("prone", "crouched"):
        idle = LYING
    elif spec is None:
        idle = NUISANCE * min(turns, 1)
    if spec is None:
        return Burden(idle, kept, None, turns, ())
    if "act" in spec.bars:
        idle += turns
    elif "move" in spec.bars:
        kept += HELD * turns
    if "react" in spec.bars:
        idle += NUISANCE
    if spec.speed == "half" or spec.speed < 0:
        kept += NUISANCE * turns
    hurts = [average(act.amount) * turns for act in spec.acts if isinstance(act, DealDamage)]
    hurts += [-average(act.amount) * turns for act in spec.acts if isinstance(act, RestoreHealth)]
    changes = spec.adds.attack or spec.adds.damage or spec.adds.ac
    return Burden(idle, kept, spec.adds if changes else None, turns, tuple(hurts))


def turns_of(rules: Ruleset, ability: Ability, act: GiveCondition) -> float:
    """Estimates how many turns a condition lasts if the effect `act` gives it."""
    if act.until is not None:
        return min(most(act.times), LASTING)
    rounds = ability.lasts.rounds if ability.lasts is not None else None
    if rounds is not None:
        return min(most(rounds), LASTING)
    spec = rules.defined.conditions.get(act.condition)
    return 2 if spec is not None and spec.ends is not None else LASTING


class Fate(NamedTuple):
    share: float
    downs: float
    conditions: list[tuple[float, Burden]]
    """(chance, condition's cost) of each condition gained; a negative chance if one may end."""
    healed: list[tuple[float, float]]
    """(chance, mean hit points) of what is healed, whatever is missing; the share counts it too."""


class StepOutcomes:
    __slots__ = ("_by_words", "_usual", "after", "chooses", "odds", "on", "roll", "step")

    def __init__(self, step: StepSpec, number: int) -> None:
        self.step = step
        self.chooses: bool = chooses(step, number)
        self.roll: RollSpec | None = step.roll
        self.after = step.after
        self.on = step.on
        self._usual = (*step.does, *step.each)
        self._by_words: dict[tuple[str, ...], Digest] = {}
        self.odds: Memo[tuple[int, object], Any] = Memo(1 << 10)
        """Odds of the step's roll, by the roller's bonus and state."""

    def done(self, words: tuple[str, ...]) -> Digest:
        """Returns the effects of an ability's step if its roll has one of the outcomes `words`."""
        found = self._by_words.get(words)
        if found is None:
            found = self._by_words[words] = digest((*self._usual, *chosen(self.on, words, ())))
        return found


class ZoneFigures(NamedTuple):
    harm: float
    """Hit points a turn; negative if it heals."""
    slows: bool


def zone_figures(zone: MakeZone) -> ZoneFigures:
    once = sum(average(act.amount) for act in (*zone.enter, *zone.start, *zone.end) if isinstance(act, DealDamage))
    heals = sum(average(act.amount) for act in (*zone.start, *zone.end) if isinstance(act, RestoreHealth))
    return ZoneFigures(once - heals, zone.tile is not None and zone.tile.get("terrain") is not None)


Shape = tuple[int, int, frozenset[tuple[int, int]]]
"""A space's north-west corner (east and south of the user's) and offsets of squares."""

BESIDE = (ForceMovement, MakeZone, HideCreature, TeleportCreature, GrantMovement, JoinBattle, ChangeResource)
"""Kinds of acts other than damage, healing and conditions."""


class AbilityProfile:
    __slots__ = (
        "ability", "asks", "asks_self", "beside", "bounded", "burdens", "choices", "choosy", "fates", "follows",
        "harms", "heals", "inert", "kind", "limited", "meant", "mixed", "most", "name", "own", "plain", "pushes",
        "rate", "reach", "resting", "restores", "rows", "shapes", "size", "spends", "stages", "steady", "step",
        "strays", "strengths", "strikes", "takes_downed", "varies", "wanted", "ways", "who", "wide", "zones",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, name: str, ability: Ability) -> None:
        self.name, self.ability = name, ability
        self.step = step = ability.whole[0]
        spec = target_of(ability, step)
        self.harms, self.heals = harms(ability), heals(ability)
        self.takes_downed = takes_downed(ability)
        self.ways = ways_of(rules, ability.pays) or ((),)
        self.rate = _times(rules, self.ways) / (ability.cooldown + 1)
        """Uses per turn, by actions and cooldown."""
        self.resting = ability.cooldown / (ability.cooldown + 5)
        """What its cooldown costs, as a share of its best use."""
        self.spends = tuple((what, amount) for what, amount in ability.spends.items() if amount)
        area = step.area
        self.limited = bool(self.spends or ability.uses is not None or ability.requires.self_ != Predicate())
        """True if its use asks for more than actions and a turn."""
        self.wide = area is not None
        self.who: str = aimed_at(ability, spec) if area is None else step.affects.who
        self.wanted: str = self.who
        """The group that the ability should affect."""
        if area is not None and self.who == "any":
            self.wanted = "enemies" if self.harms else "allies" if self.heals else "any"
        self.wanted = GROUPS.get(self.wanted, self.wanted)
        self.strays = GROUPS.get(self.who, self.who) != self.wanted
        """True if it may affect unintended creatures."""
        reach = range_of(spec, step)
        self.reach = rules.squares(most(reach)) if reach not in ("reach", "weapon", None) else reach
        """In squares, or `reach` or `weapon`; None: unlimited."""
        self.size = 0 if area is None else size_of(rules, area.size)
        """The area's size in squares; 0 without an area."""
        self.most = most(spec.count)
        asked = [one for one in (ability.requires.target, step.affects.where) if one != Predicate()]
        self.asks: tuple[Predicate, ...] = tuple(asked)
        self.asks_self = ability.requires.self_ if ability.requires.self_ != Predicate() else None
        self.stages = tuple(StepOutcomes(one, number) for number, one in enumerate(ability.whole))
        self.choices = tuple(one.step for one in self.stages if one.chooses)
        """Steps for some of the targets only."""
        self.own = digest((act for one in ability.whole for act in one.does), "self")
        certain = {id(act) for one in ability.whole if one.after is None for act in (*one.does, *one.each)}
        self.beside = tuple((act, id(act) in certain) for act in acts_of(ability) if isinstance(act, BESIDE))
        """(act, True if certain) of each act in `BESIDE`."""
        self.plain = self.own == Digest() and not self.beside
        """True if the ability's value is the sum of its values per target."""
        self.pushes = self.own == Digest() and all(isinstance(act, ForceMovement) for act, _ in self.beside)
        """True if `plain` but for forced movement; then a sum where no ground harms."""
        zones = [act for act, _ in self.beside if isinstance(act, MakeZone)]
        self.zones = {id(act): zone_figures(act) for act in zones}
        self.bounded = self.own == Digest() and all(
            isinstance(act, (ForceMovement, MakeZone)) for act, _ in self.beside
        )
        """True if `plain` but for forced movement and zones."""
        self.inert = all(digest(one.acts) == Digest() for one in ability.whole)
        """True if its acts give targets no damage, healing or condition. Zones and pushes still may."""
        self.follows: dict[int, tuple[Digest, Digest]] = {
            id(act): (digest(chosen(act.on, HIT, ())), digest(chosen(act.on, MISSED, ())))
            for act in acts_of(ability)
            if isinstance(act, StrikeTarget)
        }
        """Effects after a strike (on a hit, on a miss), by the act's `id`."""
        given = [act for act in acts_of(ability) if isinstance(act, GiveCondition)]
        self.burdens = {id(act): burden_of(rules, act.condition, turns_of(rules, ability, act)) for act in given}
        ended = (act for act in acts_of(ability) if isinstance(act, EndCondition))
        self.burdens |= {id(act): burden_of(rules, act.condition, SAVED) for act in ended}
        """Costs of conditions, by the act's `id`."""
        ends = any(isinstance(act, EndCondition) for act in acts_of(ability))
        soothes = any(zone.harm < 0 for zone in self.zones.values())
        self.mixed = self.heals or soothes or ends or any(map(_helps, self.burdens.values()))
        """True if it may help some targets."""
        self.meant = "enemies" if self.wanted in ("any", "others") and not self.mixed else self.wanted
        """The group that it can be worth something against."""
        self.choosy = tuple(act for act in given if act.where != Predicate())
        """Condition acts that apply to some targets only."""
        self.varies = bool(self.heals or self.choosy or self.choices or self.follows)
        """True if its effect depends on more than rolls, hit points and traits."""
        rolls = [one.roll for one in ability.whole if one.roll is not None]
        self.strikes = bool(self.follows) or any(roll.strike for roll in rolls)
        self.steady = not (self.choosy or self.choices) and all(roll.strike or roll.save for roll in rolls)
        """True if only the target's state, hit points and the user's strikes decide its effect."""
        self.fates: Memo[tuple[object, ...], Fate] = Memo(1 << 12)
        self.rows: Memo[object, Any] = Memo(1 << 12)
        """Cached rows of sketches, by the target's figures."""
        self.strengths: Memo[str | None, object] = Memo(1 << 7)
        """Cached strengths, by the user's damage."""
        self.shapes: Memo[tuple[int, int, int], Shape] = Memo(1 << 7)
        """Cached shapes, by direction and user's size."""
        self.kind: Kind = _kind(ability, step)
        self.restores = self.plain and self.heals and not (self.harms or self.burdens)
        """True if it does nothing for a creature that is not hurt."""


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


def _times(rules: Ruleset, ways: Iterable[tuple[str, ...]]) -> int:
    left, times = dict(rules.actions.per_turn), 0
    while times < MOST_TIMES and (way := next((one for one in ways if affordable(left, one)), None)) is not None:
        times += 1
        for action in way:
            left[action] -= 1
        if not way:
            break
    return times


def profile_of(rules: Ruleset, name: str, ability: Ability) -> AbilityProfile:
    key = (id(ability), rules)
    found = _PROFILES.get(key)
    if found is None or found[0] is not ability:
        found = _PROFILES.keep(key, (ability, AbilityProfile(rules, name, ability)))
    return found[1]


def known_to(world: World, creature: Creature) -> tuple[AbilityProfile, ...]:
    """Returns the abilities that a creature can use, including the abilities of its items."""
    return _known(world.rules, world.abilities, usable(creature))


_KNOWN: Memo[tuple[int, Ruleset, tuple[str, ...]], tuple[Mapping[str, Ability], tuple[AbilityProfile, ...]]]
_KNOWN = Memo(1 << 10)


def _known(rules: Ruleset, known: Mapping[str, Ability], names: tuple[str, ...]) -> tuple[AbilityProfile, ...]:
    key = (id(known), rules, names)
    found = _KNOWN.get(key)
    if found is None or found[0] is not known:
        found = _KNOWN.keep(
            key, (known, tuple(profile_of(rules, name, known[name]) for name in names if name in known))
        )
    return found[1]
