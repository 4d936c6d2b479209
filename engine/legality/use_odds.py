"""Follows one use of an ability in all ways that its rolls may turn out."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import SELF, TARGET, DealDamage, EffectAct, GiveCondition, RestoreHealth, StrikeTarget
from ...components.plan import Check, Strike
from ..combat.aims import acts_of, by_shot, check_modifiers, range_of, target_of
from ..combat.forecast import spread
from ..rules.odds import chosen, words_for
from ..rules.ruleset import World
from ..state.creature import Creature
from .damage_odds import Amount, Branch, Spread, add_amounts, apart, happen, reduced, sums, take

_Rolled: TypeAlias = tuple[str, tuple[str, ...], float, int]
"""(outcome, its words, chance, damage of a strike in halves)."""


class _Aside(NamedTuple):
    """An act of a step on a creature that is not its target."""

    number: int
    """The number of the step."""
    act: EffectAct
    name: str
    always: bool | None
    """True: once in any case. False: once if its step runs. None: once for each target."""


_WEIGHED = (DealDamage, RestoreHealth, GiveCondition)


class UseCourse:
    """Follows one use of an ability through all results of its rolls."""

    def __init__(self, world: World, user: Creature, ability: Ability) -> None:
        self.world = world
        self.user = user
        self.ability = ability
        self.branches: dict[str, list[Branch]] = {}
        self.first: dict[str, dict[str, float]] = {}
        """The chances of each creature's first roll."""
        self.saved: set[str] = set()
        """The creatures whose first roll is their own save."""
        self.checked: set[str] = set()
        """The creatures for whom the user makes a check as the first roll."""
        self.aside: list[_Aside] = []
        """Acts on other creatures than the targets, in the order of their steps."""
        self.penalised = world.active == user.name and len(world.rules.attacks.multiple) > 1
        self.in_turn = _heals_and_more(ability)

    # --- steps -----------------------------------------------------------------------------------------

    def take(self, number: int, step: StepSpec, targets: Sequence[Creature]) -> None:
        branches = self.branches
        everybody: list[Creature | None] = [*targets]
        if not targets and step.roll is not None and step.roll.check is not None and step.after is None:
            everybody = [None]  # the user rolls although nobody is affected
        for ways in branches.values():
            for way in ways:
                way.idle = True
        for target in everybody:
            name = "" if target is None else target.name
            rolled: list[Branch] = []
            for way in branches.get(name) or (Branch(1.0),):
                self._roll(step, target, way, rolled)
            branches[name] = rolled
        once = False
        for act in step.does:
            if _target(act) not in ("", TARGET):
                once = True
                self._set_aside(number, act, always=step.after is None)
        for target in everybody:
            name = "" if target is None else target.name
            done: list[Branch] = []
            for way in branches[name]:
                if way.idle:
                    done.append(way)
                    continue
                if once:
                    way.met += (number,)
                acts = [act for act in step.does if _target(act) == TARGET or self._is(act, target)]
                if target is not None:
                    acts += step.each
                acts += chosen(step.on, way.words, ())
                self._do(number, step, target, acts, way, done)
            branches[name] = done
        for ways in branches.values():
            for way in ways:
                if way.idle:
                    way.words = ()

    def _roll(self, step: StepSpec, target: Creature | None, way: Branch, found: list[Branch]) -> None:
        """Finds the branches of a target by the outcomes of the step's roll."""
        way.idle = step.after is not None and step.after not in way.words
        roll = step.roll
        if way.idle or roll is None:
            way.words = ()
            found.append(way)
            return
        up = way
        if roll.strike and target is not None:
            up, down = apart(way, target)
            if down is not None:
                down.words = ()
                found.append(down)
            if not up.chance:
                return
        rolled = self._outcomes(step, target, up)
        if target is not None and target.name not in self.first:
            self._note_first(target, rolled)
            if roll.save is not None and not roll.strike:
                self.saved.add(target.name)
            elif not roll.strike:
                self.checked.add(target.name)
        for _, words, chance, _halves in rolled:
            if chance:
                branch = up.copy(chance)
                branch.words = words
                if roll.strike:
                    branch.strikes += 1
                found.append(branch)

    def _note_first(self, target: Creature, rolled: Sequence[_Rolled]) -> None:
        first = self.first[target.name] = {}
        for outcome, _, chance, _halves in rolled:
            if chance:
                first[outcome] = first.get(outcome, 0.0) + chance

    def _outcomes(self, step: StepSpec, target: Creature | None, way: Branch) -> list[_Rolled]:
        world, user = self.world, self.user
        roll, attacks = step.roll, world.rules.attacks
        assert roll is not None
        if roll.strike and target is not None:
            strike = Strike(user.name, target.name, bonus=roll.bonus)
            strike.ranged = by_shot(world, user, range_of(target_of(self.ability, step), step), target)
            return self._struck(strike, way)
        dc = None if attacks.tiers else roll.dc
        if roll.save is not None and target is not None:
            made = Check(target.name, roll.save, attacks.save_bonus(target, roll.save), dc, save=True)
        else:
            what = roll.check or ""
            own = attacks.check_bonus(user, what) if roll.bonus is None else roll.bonus
            modifiers = () if target is None else check_modifiers(world, user, self.ability, step, target)
            made = Check(user.name, what, own, dc, modifiers=modifiers)
        odds = attacks.check_odds(world, made)
        return [(outcome, words_for(outcome, struck=False), chance, 0) for outcome, chance in odds]

    def _struck(self, strike: Strike, way: Branch) -> list[_Rolled]:
        """Returns the outcomes of a strike. Earlier strikes of the use count, those at others too."""
        turn, forecast = self.user.turn, self.world.rules.attacks.forecast
        found: list[_Rolled] = []
        for made, share in self._made(strike.target).items() if self.penalised else ((0, 1.0),):
            earlier = made + way.strikes if self.penalised else 0
            if earlier:
                turn.attacks += earlier
            for outcome, chance, halves in forecast(self.world, strike).outcomes:
                words = words_for(outcome, struck=True, hit=bool(halves))
                found.append((outcome, words, chance * share, halves))
            if earlier:
                turn.attacks -= earlier
        return found

    def _made(self, target: str) -> dict[int, float]:
        """Returns the chance of each number of strikes at others so far."""
        found = {0: 1.0}
        for name, ways in self.branches.items():
            if name != target:
                made: dict[int, float] = {}
                for way in ways:
                    made[way.strikes] = made.get(way.strikes, 0.0) + way.chance
                found = sums(found, made)
        return found

    # --- acts ------------------------------------------------------------------------------------------

    def _do(
        self,
        number: int,
        step: StepSpec,
        target: Creature | None,
        acts: Sequence[EffectAct],
        branch: Branch,
        found: list[Branch],
    ) -> None:
        """Finds the branches of a target after acts of a step, in their order."""
        amounts: list[Amount] = []
        for place, act in enumerate(acts):
            if target is None or (_target(act) != TARGET and not self._is(act, target)):
                if _target(act) != TARGET:
                    branch.aside += self._set_aside(number, act)
            elif isinstance(act, StrikeTarget):
                self._share(target, branch, amounts)
                self._strike(number, step, target, act, acts[place + 1 :], branch, found)
                return
            else:
                happen(self.world, self.user, target, act, branch, amounts)
        if target is not None:
            self._share(target, branch, amounts)
        found.append(branch)

    def _strike(
        self,
        number: int,
        step: StepSpec,
        target: Creature,
        act: StrikeTarget,
        rest: Sequence[EffectAct],
        branch: Branch,
        found: list[Branch],
    ) -> None:
        world, user = self.world, self.user
        up, down = apart(branch, target)
        if down is not None:
            self._do(number, step, target, rest, down, found)
        if not up.chance:
            return
        strike = Strike(user.name, target.name, bonus=act.attack)
        strike.ranged = (
            by_shot(world, user, range_of(target_of(self.ability, step), step), target)
            if act.ranged is None
            else act.ranged
        )
        strike.dice = None if act.damage is None else str(act.damage)
        strike.kind = act.kind or strike.kind
        text = strike.dice or user.body.damage
        amounts: Spread = {0: 1.0} if text is None else spread(text)
        rolled = self._struck(strike, up)
        if target.name not in self.first:
            self._note_first(target, rolled)
        for _, words, chance, halves in rolled:
            if not chance:
                continue
            one = up.copy(chance)
            one.strikes += 1
            if halves:
                dealt: dict[int, float] = {}
                for amount, share in amounts.items():
                    dealt[amount * halves // 2] = dealt.get(amount * halves // 2, 0.0) + share
                take(target, one, reduced(world, target.name, dealt, strike.kind))
            follow = chosen(act.on, words, ())
            if follow or rest:
                self._do(number, step, target, (*follow, *rest), one, found)
            else:
                found.append(one)

    def _share(self, target: Creature, branch: Branch, amounts: list[Amount]) -> None:
        if amounts:
            add_amounts(target, branch, amounts, in_turn=self.in_turn)

    # --- acts on others than the targets -----------------------------------------------------------------

    def _is(self, act: EffectAct, target: Creature | None) -> bool:
        """True if the act names the target itself."""
        return target is not None and _target(act) in (target.name, SELF if target is self.user else target.name)

    def _set_aside(self, number: int, act: EffectAct, *, always: bool | None = None) -> tuple[int, ...]:
        """Notes an act on the user or a named creature. `always`: whether it happens once in any case."""
        if not isinstance(act, _WEIGHED):
            return ()
        whom = _target(act)
        one = _Aside(number, act, self.user.name if whom == SELF else whom, always)
        if one.name not in self.world.named:
            return ()
        if always is not None or one not in self.aside:
            self.aside.append(one)
        return (self.aside.index(one),)

    def add_aside(self) -> None:
        """Adds the acts on others to the branches of those creatures."""
        for name in dict.fromkeys([one.name for one in self.aside]):
            own = self.branches.get(name) or [Branch(1.0)]
            others = [ways for other, ways in self.branches.items() if other != name]
            self.branches[name] = [
                self._with(name, way.copy(chance), done)
                for way in own
                for done, chance in self._done(name, way, others).items()
            ]

    def _done(self, name: str, own: Branch, others: Sequence[Sequence[Branch]]) -> dict[tuple[int, ...], float]:
        """Returns the chance of each series of acts on a creature aside. Acts are numbers."""
        states: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {((), own.met): 1.0}
        for ways in others:
            made: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
            for way in ways:
                key = tuple([one for one in way.aside if self.aside[one].name == name]), way.met
                made[key] = made.get(key, 0.0) + way.chance
            if len(made) == 1 and ((), ()) in made:
                continue
            grown: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
            for (acts, met), chance in states.items():
                for (more, also), share in made.items():
                    both = tuple(sorted((*acts, *more))), tuple(sorted({*met, *also}))
                    grown[both] = grown.get(both, 0.0) + chance * share
            states = grown
        found: dict[tuple[int, ...], float] = {}
        for (acts, met), chance in states.items():
            once = [
                number
                for number, one in enumerate(self.aside)
                if one.name == name
                and one.always is not None
                and one.number not in own.met  # there it happened in its order
                and (one.always or one.number in met)
            ]
            done = tuple(sorted((*acts, *once)))
            found[done] = found.get(done, 0.0) + chance
        return found

    def _with(self, name: str, branch: Branch, done: Sequence[int]) -> Branch:
        target = self.world.named[name]
        amounts: list[Amount] = []
        step = 0
        for number in done:
            one = self.aside[number]
            if one.number != step:
                self._share(target, branch, amounts)
                step = one.number
            happen(self.world, self.user, target, one.act, branch, amounts)
        self._share(target, branch, amounts)
        return branch


def _target(act: EffectAct) -> str:
    found: str = getattr(act, "target", "")
    return found


def _heals_and_more(ability: Ability) -> bool:
    """True if healing comes with damage or more healing. Then hit points are followed act by act."""
    known: dict[str, bool] = ability.__dict__  # where `whole` is cached too
    if "heals and more" not in known:
        acts = list(acts_of(ability))
        heals = sum(isinstance(act, RestoreHealth) for act in acts)
        known["heals and more"] = heals > 1 or (heals > 0 and any(isinstance(act, _HURTING) for act in acts))
    return known["heals and more"]


_HURTING = (DealDamage, StrikeTarget)
