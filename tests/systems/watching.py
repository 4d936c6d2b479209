"""Invariants of every battle, checked after every intent, every turn and at the end."""

import random
import time
from collections.abc import Iterable, Sequence
from itertools import islice

import msgspec

from fivefoot.components.events import (
    BattleEnded,
    BattleStarted,
    Damaged,
    Done,
    Downed,
    Event,
    Fell,
    ForcedMoved,
    Gained,
    Healed,
    Lost,
    Moved,
    Opportunity,
    Refused,
    Rolled,
    Stopped,
    Struck,
    Teleported,
    TurnEnded,
    TurnStarted,
)
from fivefoot.components.intents import IntentBase
from fivefoot.components.plan import MoveOptions
from fivefoot.components.position import Cube
from fivefoot.engine.brains import Brain, Play, View
from fivefoot.engine.dice import parse as dice_of
from fivefoot.engine.effects.placement import nearest_place
from fivefoot.engine.field.compile_ground import ground_of, span
from fivefoot.engine.field.ground import kind_of
from fivefoot.engine.field.shapes import sharers
from fivefoot.engine.field.support import holds_at
from fivefoot.engine.legality.judge import known, not_granted
from fivefoot.engine.rules.catalogue import catalogue
from fivefoot.engine.rules.ruleset import World
from fivefoot.engine.rulesets.draw_steel.basics import soil
from fivefoot.engine.scenario.build import starting_conditions
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import parse
from fivefoot.engine.state.creature import Creature
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match
from fivefoot.play.save import digest

ROUNDS = 8
LONGEST = 20.0
"""Seconds of processor time within which a turn must be over, however busy the machine is."""


class Watched:
    """A brain whose intents are held against what came of them."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain

    def turn(self, view: View) -> Play:
        """Play one turn and look at what each intent cost, and at what it changed."""
        play = self.brain.turn(view)
        came_of_it: Sequence[Event] | None = None
        while True:
            try:
                wanted = play.send(came_of_it)  # type: ignore[arg-type]
            except StopIteration:
                return
            allowed = self.allowed(view, wanted)
            lawful = view.plan(wanted) is not None and not_granted(view.world, view.me, wanted) is None
            before = state(view.world)
            came_of_it = yield wanted
            refused = [event for event in came_of_it if isinstance(event, Refused)]
            assert lawful == (not refused), f"asked beforehand {wanted} was {'' if lawful else 'not '}lawful: {refused}"
            if refused:
                assert list(came_of_it) == refused, (wanted, came_of_it)
                assert state(view.world) == before, f"refused, {wanted} has changed something"
            for event in came_of_it:
                if isinstance(event, (Done, Stopped)) and event.intent == wanted.do and event.actor == view.me.name:
                    assert event.spent <= allowed, (wanted, event, allowed)
            check(view.world, came_of_it)

    @staticmethod
    def allowed(view: View, wanted: IntentBase) -> float:
        """The most that an intent may spend, in the ruleset's unit."""
        rules, me = view.rules, view.me
        speed = max(rules.movement.speeds(rules, me).values(), default=0)
        factor = 2 if getattr(wanted, "double", False) or wanted.do in ("charge", "withdraw") else 1
        if wanted.do == "run":
            factor = max(rules.movement.run_factor(rules, me), 1)
        # where any remainder buys a last square, that one may cost up to three squares more than was left
        last = 3 * rules.unit if rules.setting("last-square") == "allow" else 0
        # one square can always be bought, whatever it costs, where a rule says so
        return last + max(speed * factor, 4 * rules.unit, getattr(wanted, "distance", None) or 0)


def state(world: World) -> list[object]:
    """All that an intent could change."""
    return [
        (
            c.cube,
            c.shape,
            sorted(c.condition.held),
            c.condition.grabbed_by,
            c.condition.mount,
            c.condition.carried_by,
            c.health.hp,
            dict(c.turn.actions),
            dict(c.parts),
            (c.turn.parity, c.turn.moved, c.turn.stepped, c.turn.pool_open, c.turn.pool_spent, c.turn.reactions),
            dict(c.speed.imposed) if c.speed.imposed is not None else None,
        )
        for c in world.creatures
    ] + [world.dice.used, world.round, world.active]


def check(world: World, events: Sequence[Event] = (), *, between: bool = False) -> None:
    """What must hold after every intent; `between` turns somewhat more."""
    assert not world.reactions
    assert not world.support_checks
    assert not world.entered
    assert not world.begun
    for c in world.creatures:
        held, health = c.condition, c.health
        assert all(left >= 0 for left in c.turn.actions.values()), (c.name, c.turn.actions)
        assert held.held <= world.rules.conditions.known | {"voluntary-prone"}, (c.name, held.held)
        if health.hp is not None:
            assert health.full is not None
            assert health.hp <= health.full, (c.name, health)
            assert health.downed == (health.hp <= 0), (c.name, health)
        for name in (held.mount, held.grabbed_by, held.carried_by):
            assert name is None or name in world.named, (c.name, name)
        if held.mount is not None:
            mount = world.named[held.mount]
            assert touching(c, mount), f"{c.name} at {c.cube} is said to ride {mount.name} at {mount.cube}"
        if c.name not in world.falling:
            check_place(world, c, between=between)
    check_ids(world, events)


def may_share(world: World, one: Creature, other: Creature) -> bool:
    """Whether the rules let one of the two stay in the other's space."""
    if one.out or other.out or one.turn.pausing or other.turn.pausing or one.condition.mount or other.condition.mount:
        return True
    rules = world.rules
    pairs = ((one, other), (other, one))
    if all(rules.sizes.squeeze_condition in a.condition.held for a, _ in pairs):
        return True  # forced together where there was no other place
    if any(a.condition.grabbed_by == b.name for a, b in pairs):
        return True
    if rules.setting("accidental_overlap") == "arriver_prone":
        return True  # who comes in by accident stays where it is, lying down
    if nowhere_else(world, one) or nowhere_else(world, other) or came_round(world, one, other):
        return True
    return any(rules.space.access(rules, a, b, MoveOptions()).stop for a, b in pairs)


def came_round(world: World, one: Creature, other: Creature) -> bool:
    """Whether one of the two was helpless when the other came there: no rule moves either once it can act again."""
    names, places = {one.name, other.name}, (Moved, ForcedMoved, Teleported, Fell)
    helpless = world.rules.conditions.helpless
    for event in reversed(world.log):
        if isinstance(event, places) and event.who in names:
            return False
        if isinstance(event, Lost) and event.who in names and event.condition in helpless:
            return True
        if isinstance(event, Healed) and event.who in names and event.hp is not None and event.hp <= event.amount:
            return True
    return False


def nowhere_else(world: World, c: Creature) -> bool:
    """Whether no unblocked way leads a creature that may not stay where it is to a place where it may."""
    twin = world.copy()
    return nearest_place(twin, twin.named[c.name]) == c.cube


def has_room(world: World, c: Creature) -> bool:
    """Whether walls and earth leave the body room where it is, squeezed at the worst; others are not looked at."""
    board, side, (x, y, z) = world.board, c.size.side, c.cube
    squares = [(x + i, y + j) for j in range(side) for i in range(side)]
    if c.has("object"):
        return not any(board.tile(*square).terrain == "blocked" for square in squares)
    blocked = [square for square in squares if board.blocked(*square, z)]
    digs = c.speed.listed.get("burrow", 0) > 0
    claws = known(world.rules, "claw-dirt") and all(
        soil(board, (*square, z), frozenset({"dirt"})) for square in blocked
    )
    enclosed = digs or claws or len(blocked) == len(squares)
    if not blocked or (all(board.solid(*square, z) for square in blocked) and enclosed):
        return True
    # A pit is nowhere to walk, but it takes no space from creatures that leap, fall or are pushed over it.
    profile = kind_of(world.rules, c, MoveOptions(least=0.01, pits=True))
    if digs and "burrow" not in dict(profile.modes):
        # A digger that lies prone digs no further, but it keeps the room that it has dug.
        profile = profile._replace(modes=(*profile.modes, ("burrow", True)))
    low, high = span(board, profile)
    made = ground_of(board, world.rules, profile if low <= z <= high else profile._replace(level=z))
    return c.cube in made.layout and bool(made.layout.bit(c.cube) & made.enterable)


def touching(a: Creature, b: Creature) -> bool:
    """Whether two bodies meet or stand side by side, above one another included."""
    one, two = a.box, b.box
    return all(one[i] <= two[i + 3] + 1 and two[i] <= one[i + 3] + 1 for i in range(3))


def check_place(world: World, c: Creature, *, between: bool) -> None:
    """No creature is off the board, inside a wall, where another does not let it be, or in the air without wings."""
    board, side, (x, y, z) = world.board, c.size.side, c.cube
    assert (x, y) in board, (c.name, c.cube)
    assert (x + side - 1, y + side - 1) in board, (c.name, c.cube)
    if c.condition.mount is None and not world.rules.terrain.phases(world.rules, c):
        roomy = has_room(world, c)
        assert roomy or nowhere_else(world, c), f"{c.name} has no room at {c.cube}"
        if roomy and not c.has("object") and (c.shape is None or not c.speed.listed.get("burrow")):
            box = c.box
            clawed = frozenset({"dirt"} if "claw-dirt" in world.rules.actions.costs else ())
            squares = [(x, y, z) for x in range(box.x0, box.x1 + 1) for y in range(box.y0, box.y1 + 1)]
            filled = [square for square in squares if board.blocked(*square)]
            soft = all(soil(board, square, clawed) for square in filled)
            assert soft or filled == squares, f"{c.name} at {box} is partly in something"
    if between and not c.out:
        for other in sharers(world, c):
            assert may_share(world, c, other), f"{c.name} and {other.name} may not share {c.cube}"
    assert holds_at(world, c, c.cube) is not None, f"nothing holds {c.name} at {c.cube}"


def check_ids(world: World, events: Iterable[Event]) -> None:
    """Events name rules that exist."""
    for event in events:
        unknown = set(event.rules) - ids(world.rules.name)
        assert not unknown, (event, unknown)


_IDS: dict[str, frozenset[str]] = {}


def ids(ruleset: str) -> frozenset[str]:
    """The ids of a ruleset's catalogue."""
    if ruleset not in _IDS:
        _IDS[ruleset] = frozenset(entry.id for entry in catalogue()[ruleset])
    return _IDS[ruleset]


# ---------------------------------------------------------------- the log


def check_log(battle: Battle, places: dict[str, Cube]) -> None:
    """What must hold of every log; `places` are the anchors of all creatures before its first event."""
    Reader(battle, places).read()


class Reader:
    """Reads a log on its own, and finds whether it is consistent."""

    def __init__(self, battle: Battle, places: dict[str, Cube]) -> None:
        self.battle = battle
        self.world = battle.world
        self.at = dict(places)
        self.hp = {spec.name: spec.hp for spec in battle.scenario.creatures}
        self.down = {name for name, hp in self.hp.items() if hp is not None and hp <= 0}
        self.conditions = {
            spec.name: {
                "prone" if word == "voluntary-prone" else word for word in starting_conditions(self.world.rules, spec)
            }
            for spec in battle.scenario.creatures
        }
        self.active: str | None = None
        self.round = self.turn = 0
        self.before: Event | None = None
        self.paid = 0.0
        """What the squares of the intent at hand have cost by their own lines."""

    def read(self) -> None:
        """Read it all."""
        events = self.battle.events
        assert isinstance(events[0], BattleStarted)
        for seq, event in enumerate(events):
            assert event.seq == seq
            assert event.round >= self.round
            assert event.turn - self.turn == isinstance(event, TurnStarted)
            self.round, self.turn = event.round, event.turn
            self.take(event)
        check_ids(self.world, events)
        for c in self.battle.creatures:
            assert self.hp[c.name] == c.health.hp, c.name
            assert self.conditions[c.name] == c.condition.held, (c.name, self.conditions[c.name], c.condition.held)
            if not self.carried(c.name):
                assert self.at[c.name] == c.cube, f"{c.name} is at {c.cube}, not at {self.at[c.name]} as logged"

    def carried(self, name: str) -> bool:
        """Whether a mount may have taken its rider along, which is not logged square by square."""
        spec = next(spec for spec in self.battle.scenario.creatures if spec.name == name)
        climbed = any(
            isinstance(event, Done) and event.actor == name and event.intent == "climb-creature"
            for event in self.battle.events
        )
        return spec.mount is not None or climbed

    def take(self, event: Event) -> None:
        """One event."""
        if isinstance(self.before, (TurnStarted, Done, Stopped)):
            self.paid = 0.0
        self.before = event
        match event:
            case Moved() | ForcedMoved() | Teleported() | Fell():
                assert event.from_ == self.at[event.who] or self.carried(event.who), (event, self.at[event.who])
                self.at[event.who] = event.to
                self.look_at_step(event)
            case TurnStarted():
                assert self.active is None
                self.active = event.actor
            case TurnEnded():
                assert self.active == event.actor
                self.active = None
            case Opportunity():
                assert event.by not in self.down, event
                assert event.by != event.against, event
            case Struck():
                assert event.by not in self.down, event
                assert event.damage >= 0
                assert event.hit or not event.damage or event.outcome, event
            case Rolled():
                sides = dice_of(event.dice).sides
                assert all(1 <= result <= sides for result in event.results), event
            case Damaged():
                assert event.amount >= 0
                hp = self.hp[event.who]
                self.hp[event.who] = None if hp is None else hp - event.amount
                assert self.hp[event.who] == event.hp, event
            case Healed():
                assert event.amount >= 0, event
                hp = self.hp[event.who]
                self.hp[event.who] = None if hp is None else hp + event.amount
                assert self.hp[event.who] == event.hp, event
                if event.hp is not None and event.hp > 0:
                    self.down.discard(event.who)
            case Downed():
                assert event.who not in self.down, event
                self.down.add(event.who)
            case Gained():
                assert event.condition not in self.conditions[event.who], event
                self.conditions[event.who].add(event.condition)
            case Lost():
                assert event.condition in self.conditions[event.who], event
                self.conditions[event.who].discard(event.condition)
            case Done() | Stopped():
                if event.intent in ("move", "run", "crawl", "step", "minimum"):
                    assert event.spent == self.paid, f"{event}: the squares cost {self.paid}"
                assert event.at == self.at[event.actor] or self.carried(event.actor), (event, self.at[event.actor])
                assert event.spent >= 0
            case BattleEnded():
                assert event.seq == len(self.battle.events) - 1

    def look_at_step(self, event: Moved | ForcedMoved | Teleported | Fell) -> None:
        """How far a single step goes: somewhere, and not far."""
        assert event.from_ != event.to, event
        far = max(abs(a - b) for a, b in zip(event.from_, event.to, strict=True))
        if isinstance(event, Moved):
            assert event.cost >= 0, event
            assert event.who not in self.down or event.mode == "put-back", event
            self.paid += event.cost if event.who == self.active else 0
            mounts = "climb-creature" in "".join(event.rules)
            assert far <= 1 or mounts or event.mode in ("put-back", "jump"), event
        elif isinstance(event, Fell):
            assert event.to[2] <= event.from_[2], event
            assert event.squares >= 0, event


# ---------------------------------------------------------------- a battle


def play(made: Scenario, brains: Sequence[Brain], dice: random.Random) -> str:
    """A battle with everything checked; why it ended."""
    with Battle(made) as battle:
        places = {c.name: c.cube for c in battle.creatures}
        seats = {c.name: Watched(brains[i % len(brains)]) for i, c in enumerate(battle.creatures)}
        skirmish = Match(battle, seats, rounds=ROUNDS)
        battle.roll_initiative()
        look_back = dice.randrange(3 * len(battle.creatures)) if dice.random() < 0.25 else -1
        for turn in range(ROUNDS * len(battle.creatures) + 2):
            if battle.over:
                break
            begun = time.thread_time()
            skirmish.play_turn()
            took = time.thread_time() - begun
            assert took < LONGEST, f"a turn took {took:.1f} s"
            if not battle.over:
                check(battle.world, between=True)
                if turn == look_back:
                    check_memory(battle, dice)
        assert battle.over, "the battle came to no end"
        check_log(battle, places)
        if look_back >= 0 and dice.random() < 0.3:
            assert digest(battle.events) == again(made, brains), "played again it went otherwise"
        return str(getattr(battle.events[-1], "why", ""))


def again(made: Scenario, brains: Sequence[Brain]) -> str:
    """The digest of the same battle played once more, by unwatched brains, from the scenario's own text."""
    copy = parse(scenario_text(made))
    with Battle(copy) as battle:
        seats = {c.name: brains[i % len(brains)] for i, c in enumerate(battle.creatures)}
        Match(battle, seats, rounds=ROUNDS).play()
        return digest(battle.events)


def scenario_text(made: Scenario) -> str:
    """A scenario as JSON."""
    return msgspec.json.encode(made.tree()).decode()


def check_memory(battle: Battle, dice: random.Random) -> None:
    """Saving, loading, forking and undoing bring back the same battle, and what is asked changes nothing."""
    before = digest(battle.events)
    saved = battle.save()
    with Battle.restore(saved) as loaded:
        assert loaded.save() == saved
        assert state(loaded.world) == state(battle.world)
    with battle.fork() as twin:
        assert twin.save() == saved
        for c in twin.creatures:
            here = twin.reach(c.name).get(c.cube)
            assert here is not None, f"{c.name} at {c.cube} is not in its own reach"
            assert here.cost == 0
            twin.threat(c.name)
            for wanted in islice(twin.legal_intents(c.name), 4):
                assert twin.why(c.name, wanted) is None
        assert state(twin.world) == state(battle.world)
        assert digest(twin.events) == before
        events = len(twin.events)
        seq = dice.randrange(events)
        twin.undo(seq)
        assert [e.to_dict() for e in twin.events] == [e.to_dict() for e in battle.events[: seq + 1]]
        halfway = twin.save()
        with Battle.restore(halfway) as loaded:
            assert loaded.save() == halfway
        twin.resume()
        assert [e.to_dict() for e in twin.events] == [e.to_dict() for e in battle.events[: len(twin.events)]]
    assert digest(battle.events) == before
