"""Whatever brains do, on whatever board, under whatever rules: nobody stands where it may not, nobody
spends more than it has, and every battle comes to its end.

    python tests/systems/test_invariants.py 10000     plays so many random battles with all of it checked
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Sequence

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fivefoot.components.events import Damaged, Done, Event, Moved, Stopped
from fivefoot.components.intents import Intent
from fivefoot.engine.brains import BRAINS, Brain, Play, View
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.occupancy import may_rest
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario import parse
from fivefoot.engine.specs import Scenario
from fivefoot.systems.battle import Battle
from fivefoot.systems.skirmish import Skirmish

ROUNDS = 12
TILES = "." * 24 + "::%,~^_oo##123"
SIZES = ("small", "medium", "medium", "medium", "large", "huge")


def scenario(dice: random.Random, ruleset: str) -> Scenario | None:
    """A battle on a random board; None where the rules do not let the creatures start there."""
    unit = RULESETS[ruleset].unit
    width, height = dice.randint(5, 11), dice.randint(5, 11)
    rows = ["".join(dice.choice(TILES) for _ in range(width)) for _ in range(height)]
    text = [f'ruleset = "{ruleset}"', f"seed = {dice.randrange(10**6)}", "[board]", 'map = """', *rows, '"""']
    taken: set[tuple[int, int]] = set()
    for number in range(dice.randint(2, 6)):
        size = dice.choice([size for size in SIZES if size in RULESETS[ruleset].sizes])
        side = RULESETS[ruleset].sizes[size].side
        at = (dice.randint(0, max(width - side, 0)), dice.randint(0, max(height - side, 0)))
        cells = {(at[0] + i, at[1] + j) for i in range(side) for j in range(side)}
        if cells & taken or any(x >= width or y >= height or rows[y][x] in "#o_~" for x, y in cells):
            continue
        taken |= cells
        modes = [f"walk = {dice.randint(2, 6) * unit}"]
        modes += [f"{mode} = {dice.randint(1, 6) * unit}" for mode in ("fly", "climb", "swim") if dice.random() < 0.15]
        text += [
            "[[creatures]]",
            f'name = "c{number}"',
            f'side = "{("red", "blue")[number % 2]}"',
            f"at = {list(at)}",
            f'size = "{size}"',
            f"speed = {{ {', '.join(modes)} }}",
            f"hp = {dice.randint(4, 25)}",
            f"attack = {dice.randint(0, 8)}",
            f"ac = {dice.randint(8, 16)}",
            'damage = "1d6+1"',
            f"attacks = {dice.randint(1, 2)}",
            f"threatens = {'true' if dice.random() < 0.85 else 'false'}",
        ]
    try:
        made = parse("\n".join(text))
        Battle(made).close()
    except ScenarioError:
        return None
    return made


class Watched:
    """A brain whose intents are held against what came of them."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain

    def turn(self, view: View) -> Play:
        """Play one turn and look at what each intent cost."""
        play = self.brain.turn(view)
        came_of_it: Sequence[Event] | None = None
        while True:
            try:
                wanted = play.send(came_of_it)  # type: ignore[arg-type]
            except StopIteration:
                return
            allowed = self.allowed(view, wanted)
            began = view.me.turn.moved
            came_of_it = yield wanted
            for event in came_of_it:
                if isinstance(event, (Done, Stopped)) and event.intent == wanted.do and event.actor == view.me.name:
                    assert event.spent <= allowed, (wanted, event, allowed, began)

    @staticmethod
    def allowed(view: View, wanted: Intent) -> float:
        """The most that an intent may spend, in the ruleset's unit."""
        rules, me = view.rules, view.me
        speed = max(rules.speeds(rules, me).values(), default=0)
        factor = 2 if getattr(wanted, "double", False) or wanted.do in ("charge", "withdraw") else 1
        if wanted.do == "run":
            factor = max(rules.run_factor(rules, me), 1)
        # one square can always be bought, whatever it costs, where a rule says so
        return max(speed * factor, 4 * rules.unit)


def check(battle: Battle) -> None:
    """What must hold between turns."""
    world = battle.world
    for creature in battle.creatures:
        if creature.out or creature.name in world.falling:
            continue
        x, y, z = creature.cube
        assert (x, y) in world.board, creature
        assert (x + creature.size.side - 1, y + creature.size.side - 1) in world.board, creature
        if creature.shape is None:
            for i in range(creature.size.side):
                for j in range(creature.size.side):
                    assert not world.board.blocked(x + i, y + j, z), (creature.name, creature.cube)
        assert may_rest(world, creature) or creature.condition.mount, (creature.name, creature.cube)
    assert not world.reactions
    assert not world.stirred


def check_log(events: Sequence[Event]) -> None:
    """What must hold of every log."""
    left: dict[str, int] = {}
    for seq, event in enumerate(events):
        assert event.seq == seq
        if isinstance(event, Moved):
            assert event.cost >= 0
            assert max(abs(a - b) for a, b in zip(event.from_, event.to, strict=True)) <= 1 or event.cost == 0, event
        elif isinstance(event, Damaged) and event.hp is not None:
            assert event.who not in left or left[event.who] - event.amount == event.hp
            left[event.who] = event.hp


def play(made: Scenario, brains: Sequence[Brain]) -> str:
    """A battle with everything checked; why it ended."""
    with Battle(made) as battle:
        seats = {c.name: Watched(brains[i % len(brains)]) for i, c in enumerate(battle.creatures)}
        skirmish = Skirmish(battle, seats, rounds=ROUNDS)
        battle.roll_initiative()
        for _ in range(ROUNDS * len(battle.creatures) + 2):
            if battle.over:
                break
            skirmish.play_turn()
            if not battle.over:
                check(battle)
        assert battle.over, "the battle came to no end"
        check_log(battle.events)
        return str(getattr(battle.events[-1], "why", ""))


class Skirmishes(RuleBasedStateMachine):
    """Turn after turn of any brain, with everything looked at in between."""

    battle: Battle | None = None

    @initialize(seed=st.integers(0, 2**32), ruleset=st.sampled_from(list(RULESETS)))
    def begin(self, seed: int, ruleset: str) -> None:
        """A battle on a random board."""
        dice = random.Random(seed)
        made = None
        while made is None or len({c.side for c in made.creatures}) < 2:
            made = scenario(dice, ruleset)
        self.battle = Battle(made)
        self.battle.roll_initiative()

    @rule()
    def ask(self) -> None:
        """Questions change nothing."""
        assert self.battle is not None
        before = len(self.battle.events), self.battle.world.dice.used
        for creature in self.battle.creatures[:2]:
            self.battle.reach(creature.name)
            self.battle.threat(creature.name)
            for wanted in self.battle.legal_intents(creature.name, "attack", "stand", "step"):
                assert self.battle.why(creature.name, wanted) is None
        assert before == (len(self.battle.events), self.battle.world.dice.used)

    @precondition(lambda self: self.battle is not None and not self.battle.over)
    @rule(brain=st.sampled_from(["random", "aggressive", "cunning"]))
    def turn(self, brain: str) -> None:
        """Somebody's turn, played by any brain."""
        assert self.battle is not None
        seats = {c.name: Watched(BRAINS[brain]) for c in self.battle.creatures}
        Skirmish(self.battle, seats, rounds=ROUNDS).play_turn()

    @precondition(lambda self: self.battle is not None and not self.battle.over and len(self.battle.events) > 8)
    @rule(back=st.integers(1, 6))
    def undo(self, back: int) -> None:
        """Looking back and playing on changes nothing."""
        assert self.battle is not None
        before = [event.to_dict() for event in self.battle.events]
        self.battle.undo(len(before) - 1 - back)
        self.battle.end_turn()
        assert [event.to_dict() for event in self.battle.events][: len(before) - back] == before[:-back]

    @invariant()
    def all_is_well(self) -> None:
        """Nobody stands where it may not."""
        if self.battle is not None and not self.battle.over:
            check(self.battle)

    def teardown(self) -> None:
        """The log reads as logs must."""
        if self.battle is not None:
            check_log(self.battle.events)
            self.battle.close()


TestSkirmishes = Skirmishes.TestCase
TestSkirmishes.settings = settings(
    max_examples=5, stateful_step_count=8, deadline=None, derandomize=True, phases=(Phase.generate,)
)


def test_random_battles_on_random_boards() -> None:
    for seed in range(10):
        ruleset = list(RULESETS)[seed % len(RULESETS)]
        made = scenario(random.Random(seed), ruleset)
        if made is not None and len({c.side for c in made.creatures}) == 2:
            play(made, [BRAINS["random"], BRAINS["cunning"]])


def main(battles: int, first: int = 0) -> int:
    """Play random battles; prints what ends there were and every seed at which something was wrong."""
    ends: Counter[str] = Counter()
    wrong = 0
    begun = time.monotonic()
    number = played = 0
    while played < battles:
        seed, number = first + number, number + 1
        ruleset = list(RULESETS)[seed % len(RULESETS)]
        dice = random.Random(seed)
        made = scenario(dice, ruleset)
        if made is None or len({c.side for c in made.creatures}) < 2:
            continue
        played += 1
        brains = [BRAINS[dice.choice(["random", "random", "aggressive", "cunning"])] for _ in range(2)]
        try:
            ends[play(made, brains)] += 1
        except Exception as error:
            wrong += 1
            print(f"seed {seed} ({ruleset}): {type(error).__name__}: {str(error)[:300]}", flush=True)
    print(f"{played} battles in {time.monotonic() - begun:.0f} s, {wrong} with something wrong")
    for why, count in ends.most_common():
        print(f"{count:7}  {why}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0) > 0)
