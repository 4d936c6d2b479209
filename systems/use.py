"""Carries out uses of abilities, act by act."""

from typing import ClassVar

from ..components.ability import Ability, Repertoire, StepSpec
from ..components.effect_acts import (
    SELF,
    TARGET,
    ChangeResource,
    DealDamage,
    EffectAct,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    LetFall,
    RestoreHealth,
    StrikeTarget,
)
from ..components.events import Damaged, Rolled, Struck, Used
from ..components.intents import StepAim
from ..components.plan import AbilityUse, Check, LedWalk, Strike, Teleportation, Walk
from ..components.stats import Gear
from ..engine.combat.aims import affected, by_shot, check_modifiers, chooses, picked, pointed, range_of, target_of
from ..engine.combat.areas import place_of
from ..engine.dice import parse
from ..engine.effects.verbs import hurt, roll_check
from ..engine.legality.ability_acts import concerns_target, granted_way, grounded
from ..engine.legality.planners.single_actions import arrives_standing
from ..engine.messages import english
from ..engine.rules.defined import fits
from ..engine.rules.odds import chosen, words_for
from ..engine.rules.ruleset import Request
from ..engine.state.creature import Creature, nobody
from ..engine.state.verdict import Forbidden
from .effects import EffectSystem, give
from .harm import heal
from .system import WAITING, System, halt
from .turns import Ongoing, change_resource, end_use, ongoing


class UseSystem(System):
    """Carries out one use of an ability: pays its cost, rolls, and queues its effects."""

    acts: ClassVar[tuple[type, ...] | None] = (AbilityUse,)

    straight_on: bool = False
    """True if what the use does next needs no pass of other systems."""

    def process(self) -> None:
        world, found = self.world, self.at_hand(AbilityUse)
        if found is None or world.entered:
            return
        actor, use = found
        queue, ability = actor.queue, world.abilities[use.ability]
        world.busy = True
        while True:
            if actor.out and not self._goes_on(actor, use, ability):
                halt(world, actor, english("{name} is down", name=actor.name), world.rules.cite_any("downed"))
                return
            if use.step < 0:
                self._begin(actor, use, ability)
            elif use.since >= 0:
                self._struck(actor, use, ability)
            elif use.rolling:
                self._strike_for_outcome(actor, use, ability)
            elif use.waiting:
                name, act = use.waiting.pop(0)
                if not name or name in world.named:
                    self._carry_out(actor, use, ability, name, act)
            elif use.step + 1 < len(ability.whole):
                self._open_step(actor, use, ability, use.step + 1)
            else:
                self.done(actor)
                return
            if not self.straight_on or any(WAITING(world)) or not queue.acts or queue.acts[0] is not use:
                return

    def _goes_on(self, actor: Creature, use: AbilityUse, ability: Ability) -> bool:
        """True if a use still happens although its user is down.

        Its own acts must have downed the user, and no strike may follow.
        """
        if use.step < 0 or use.since >= 0 or use.rolling:
            return False
        harms = (event for event in reversed(self.world.log) if isinstance(event, Damaged) and event.who == actor.name)
        harm = next(harms, None)
        if harm is None or harm.kind == "strike":
            return False
        if use.waiting or use.step + 1 == len(ability.whole):
            return True
        roll = ability.whole[use.step + 1].roll
        return roll is None or not roll.strike

    # --- the use -------------------------------------------------------------------------------------

    def _begin(self, actor: Creature, use: AbilityUse, ability: Ability) -> None:
        world = self.world
        step = ability.whole[0]
        aim = use.aims[0] if step.area is None else pointed(world, ability, step, use.aims[0])
        event = Used(who=actor.name, ability=use.ability, targets=(), at=actor.cube, rules=use.rules)
        if use.item is not None:
            event.item = use.item
        made: list[Rolled] = []
        rolled = self._sizes(actor, step, made)
        targets = self._affected(actor, use, ability, 0, rolled)
        event.targets = use.listed if step.after is None else tuple([one.name for one in targets])
        event.at = place_of(world, aim.at) if aim.at is not None else targets[0].cube if targets else actor.cube
        world.emit(event)
        for roll in made:
            world.emit(roll)
        self._pay(actor, use, ability)
        for entity, other in ongoing(world) if ability.concentration else ():
            if other.by == actor.name and other.concentration:
                end_use(world, entity, other)
        if ability.concentration or ability.lasts is not None:
            self._remember(actor, use, ability)
        self._open_step(actor, use, ability, 0, rolled, None if ability.concentration else targets)

    def _pay(self, actor: Creature, use: AbilityUse, ability: Ability) -> None:
        repertoire = actor.parts.get(Repertoire)
        if repertoire is None:
            repertoire = Repertoire()
            actor.put(repertoire)
        for resource, amount in use.spends.items():
            if amount:
                change_resource(self.world, actor, resource, -amount, rules=use.rules)
        repertoire.used[use.ability] = repertoire.used.get(use.ability, 0) + 1
        gear = actor.parts.get(Gear)
        if use.item is not None and gear is not None:
            gear.used[use.item] = gear.used.get(use.item, 0) + 1
        if ability.cooldown:
            repertoire.ready[use.ability] = actor.turn.number + ability.cooldown + 1
        self.world.touch()

    def _remember(self, actor: Creature, use: AbilityUse, ability: Ability) -> None:
        turns: int | None = None
        if ability.lasts is not None:
            later = [] if ability.lasts.rounds is None else [self._amount(actor, "rounds", ability.lasts.rounds)]
            if ability.lasts.turns is not None:
                later.append(self._amount(actor, "turns", ability.lasts.turns) - 1)
            turns = min(later, default=None)
        use.ongoing = self.world.create(
            Ongoing(
                actor.name,
                use.ability,
                None if turns is None else actor.turn.number + turns,
                None if turns is None else self.world.round + turns + 1,
                ability.concentration,
            )
        )

    # --- steps ---------------------------------------------------------------------------------------

    def _sizes(
        self, actor: Creature, step: StepSpec, made: list[Rolled] | None = None
    ) -> tuple[int | None, int | None]:
        size = count = None
        area = step.area
        if area is not None and isinstance(area.size, str) and parse(area.size).count:
            size = self.world.rules.squares(self._amount(actor, "size", area.size, made=made))
        counted = step.affects.count if area is not None else step.target.count if step.target is not None else None
        if isinstance(counted, str) and parse(counted).count:
            count = self._amount(actor, "targets", counted, made=made)
        return size, count

    def _affected(
        self, actor: Creature, use: AbilityUse, ability: Ability, number: int, rolled: tuple[int | None, int | None]
    ) -> list[Creature]:
        step = ability.whole[number]
        found = affected(
            self.world,
            actor,
            ability,
            step,
            use.aims[number],
            own=number == 0 or step.target is not None,
            before=use.listed,
            size=rolled[0],
            count=rolled[1],
        )
        use.listed = tuple([one.name for one in found])
        if chooses(step, number):
            found = picked(self.world.rules, actor, step, found)
        if step.after is None:
            return found
        met = {name for name, outcome in use.outcomes.items() if step.after in outcome.split()}
        return [one for one in found if one.name in met]

    def _open_step(
        self,
        actor: Creature,
        use: AbilityUse,
        ability: Ability,
        number: int,
        rolled: tuple[int | None, int | None] | None = None,
        targets: list[Creature] | None = None,
    ) -> None:
        step = ability.whole[number]
        rolled = rolled or self._sizes(actor, step)
        if targets is None:
            targets = self._affected(actor, use, ability, number, rolled)
        use.size = rolled[0]
        skipped = not targets and (step.after is not None or chooses(step, number))
        use.step = number
        use.targets = tuple([one.name for one in targets])
        if number:
            use.outcomes, use.amounts, use.waiting, use.rolling = {}, {}, [], ()
        if skipped:
            return
        roll = step.roll
        if roll is not None and roll.strike:
            use.rolling = use.targets
            if not targets:
                self._line_up(use, step)
            return
        if roll is not None and roll.save is not None:
            for target in targets:
                self._note(use, target.name, self._save(actor, use, target, roll.save, roll.dc))
        elif roll is not None and roll.check is not None:
            self._check(actor, use, ability, roll.check)
        self._line_up(use, step)

    def _note(self, use: AbilityUse, name: str, outcome: str, *, struck: bool = False, hit: bool = False) -> None:
        use.outcomes[name] = " ".join(words_for(outcome, struck=struck, hit=hit))

    def _save(self, actor: Creature, use: AbilityUse, target: Creature, save: str, dc: int | None) -> str:
        attacks = self.world.rules.attacks
        made = Check(target.name, save, attacks.save_bonus(target, save), dc, use.rules, save=True)
        if attacks.tiers:
            made.dc = None
        return roll_check(self.world, made)

    def _check(self, actor: Creature, use: AbilityUse, ability: Ability, what: str) -> None:
        world, step = self.world, ability.whole[use.step]
        roll, attacks = step.roll, world.rules.attacks
        assert roll is not None
        own = attacks.check_bonus(actor, what) if roll.bonus is None else roll.bonus
        made: dict[tuple[tuple[str, int | str], ...], str] = {}
        results: tuple[int, ...] = ()
        for name in use.targets or ("",):
            modifiers = check_modifiers(world, actor, ability, step, world.named[name]) if name else ()
            if modifiers not in made:
                check = Check(actor.name, what, own, None if attacks.tiers else roll.dc, use.rules)
                check.modifiers, check.results = modifiers, results
                made[modifiers] = roll_check(world, check)
                results = check.results
            self._note(use, name, made[modifiers])

    def _line_up(self, use: AbilityUse, step: StepSpec) -> None:
        waiting: list[tuple[str, EffectAct]] = []
        for act in step.does:
            waiting += [(name, act) for name in use.targets] if concerns_target(act) else [("", act)]
        on, each, outcomes = step.on, step.each, use.outcomes
        for name in use.targets:
            for act in each:
                waiting.append((name, act))
            for act in chosen(on, tuple(outcomes[name].split()), ()) if on and name in outcomes else ():
                waiting.append((name, act))
        if not use.targets and "" in outcomes:
            follow = chosen(on, tuple(outcomes[""].split()), ())
            waiting += [("", act) for act in follow if not concerns_target(act)]
        use.waiting = waiting

    # --- strikes ---------------------------------------------------------------------------------------

    def _strike_for_outcome(self, actor: Creature, use: AbilityUse, ability: Ability) -> None:
        name, use.rolling = use.rolling[0], use.rolling[1:]
        step = ability.whole[use.step]
        if name in self.world.named:
            bonus = step.roll.bonus if step.roll is not None else None
            self._roll_strike(actor, use, ability, self.world.named[name], bonus, harmless=True)
            use.struck_at = name
        elif not use.rolling:
            self._line_up(use, step)

    def _roll_strike(
        self,
        actor: Creature,
        use: AbilityUse,
        ability: Ability,
        target: Creature,
        bonus: int | None,
        *,
        damage: int | str | None = None,
        kind: str | None = None,
        ranged: bool | None = None,
        harmless: bool = False,
    ) -> None:
        step = ability.whole[use.step]
        shot = ranged
        if shot is None:
            shot = by_shot(self.world, actor, range_of(target_of(ability, step), step), target)
        strike = Strike(actor.name, target.name, ranged=shot, bonus=bonus, rules=self.world.rules.cite("attack"))
        strike.harmless = harmless
        if damage is not None:
            strike.dice = str(damage)
        if kind is not None:
            strike.kind = kind
        use.since = self.world.log.length
        actor.queue.acts[:0] = [strike]

    def _struck(self, actor: Creature, use: AbilityUse, ability: Ability) -> None:
        name, since = use.struck_at, use.since
        use.since = -1
        made = [
            event
            for event in self.world.log[since:]
            if isinstance(event, Struck) and event.by == actor.name and event.target == name
        ]
        words: tuple[str, ...] = ()
        if made:
            words = words_for(made[-1].outcome, struck=True, hit=made[-1].hit)
        if use.struck is not None:
            act, use.struck = use.struck, None
            use.waiting[:0] = [(name, follow) for follow in chosen(act.on, words, ())]
            return
        use.outcomes[name] = " ".join(words)
        if not use.rolling:
            self._line_up(use, ability.whole[use.step])

    # --- acts ----------------------------------------------------------------------------------------

    def _carry_out(self, actor: Creature, use: AbilityUse, ability: Ability, name: str, act: EffectAct) -> None:
        world = self.world
        if not name and use.targets:  # of an act that happens once: the first target
            name = use.targets[0]
        meant: str | None = getattr(act, "target", None)
        if meant is None:
            self._bring_about(actor, use, ability, name, act)
            return
        target = world.named.get(name if meant == TARGET else actor.name if meant == SELF else meant)
        if target is None:
            return
        match act:
            case DealDamage():
                amount = self._act_amount(actor, use, act.amount, act.kind, act.roll)
                amount = amount // 2 if act.half else amount
                hurt(world, target, amount, act.kind, rules=use.rules, targets=use.targets)
            case GiveCondition():
                whose = name if act.whose == TARGET else actor.name if act.whose == SELF else act.whose
                if fits(world.rules, act.where, target, actor):
                    times = self._act_amount(actor, use, act.times, "condition")
                    if use.ongoing is None or use.ongoing in world.things:
                        give(world, target, act, whose or target.name, times, use.rules, use.ongoing)
            case RestoreHealth():
                amount = self._act_amount(actor, use, act.amount, "healing", act.roll, outcome="healing")
                heal(world, target, amount // 2 if act.half else amount, rules=use.rules)
            case ChangeResource():
                amount = (
                    act.amount if isinstance(act.amount, int) else self._act_amount(actor, use, act.amount, act.name)
                )
                change_resource(world, target, act.name, amount, rules=use.rules)
            case StrikeTarget():
                if not (target.out or actor.out):
                    use.struck, use.struck_at = act, target.name
                    self._roll_strike(
                        actor, use, ability, target, act.attack, damage=act.damage, kind=act.kind, ranged=act.ranged
                    )
            case GrantMovement():
                if not target.out:
                    self._grant(actor, use, target, act, use.aims[use.step])
            case _:
                self._bring_about(actor, use, ability, name, act)

    def _grant(self, actor: Creature, use: AbilityUse, mover: Creature, act: GrantMovement, aim: StepAim) -> None:
        squares = self.world.rules.squares(self._act_amount(actor, use, act.distance, "move"))
        try:
            way = granted_way(Request(self.world, actor, None), mover, act, aim, squares)
        except Forbidden:
            return
        if isinstance(way, Walk):
            actor.queue.acts[:0] = [way if mover is actor else LedWalk(mover.name, way)]
        elif way is not None:
            stands = arrives_standing(self.world.rules, mover, other=mover is not actor)
            actor.queue.acts[:0] = [Teleportation(mover.name, way, rules=use.rules, sheds=stands)]

    def _bring_about(self, actor: Creature, use: AbilityUse, ability: Ability, name: str, act: EffectAct) -> None:
        world = self.world
        ground = grounded(
            world,
            actor,
            ability,
            ability.whole[use.step],
            use.aims[use.step],
            name,
            act,
            lambda amount: self._act_amount(actor, use, amount, str(act.__struct_config__.tag)),
            use.size,
        )
        if ground is None:
            return
        source = nobody(actor.name) if isinstance(act, (ForceMovement, LetFall)) else actor
        if isinstance(act, ForceMovement) and act.direction is None and act.away != "at" and act.towards != "at":
            source.size = actor.size  # away from its whole space, or towards it
        actor.queue.acts[:0] = EffectSystem(world).carry_out(source, ground, use.rules, use.ongoing)

    # --- numbers ---------------------------------------------------------------------------------------

    def _amount(
        self,
        actor: Creature,
        what: str,
        amount: int | str,
        outcome: str = "amount",
        made: list[Rolled] | None = None,
    ) -> int:
        dice = parse(amount)
        if not dice.count:
            return max(dice.plus, 0)
        results = self.world.dice.roll_sum(dice.count, dice.sides)
        total = max(sum(results) + dice.plus, 0)
        rolled = Rolled(
            who=actor.name, for_=what, dice=str(dice), results=results, total=total, dc=None, outcome=outcome
        )
        if made is None:
            self.world.emit(rolled)
        else:
            made.append(rolled)
        return total

    def _act_amount(
        self,
        actor: Creature,
        use: AbilityUse,
        amount: int | str,
        what: str,
        roll: str = "shared",
        outcome: str = "damage",
    ) -> int:
        if isinstance(amount, int):
            return max(amount, 0)
        if roll == "each" or not parse(amount).count:
            return self._amount(actor, what, amount, outcome)
        text = str(parse(amount))
        if text not in use.amounts:
            use.amounts[text] = self._amount(actor, what, amount, outcome)
        return use.amounts[text]
