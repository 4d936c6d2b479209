"""Agreement: the answers of queries before an intent, compared with the events that follow.

    python -m tests.agreement DECISIONS [--seed S] [--plain] [--whole]

Random battles (boards of every terrain, house rules, shipped scenarios), all rulesets by turns. At each decision
point some intents are drawn, of those listed as legal and of others; for each of them `why`, `foresee`,
`legal_intents`, `reach` and the events in a fork must agree, a refusal names rules of the catalogue and changes
nothing, and no creature ends where the rules forbid it. A copy, and now and then the battle saved and loaded, goes on
as the battle itself. Of every two battles the second is meddled with: a listener brings effects about in the middle
of moves. Unless they are `--plain`, battles have abilities, items, conditions, zones and more riders, moves pause, and
whoever is put back is held against a second look at the board. Prints counts, and every fault with its seed.

All legal intents are listed at every eighth point, and with `--whole` at every point. Elsewhere candidates are drawn
kind by kind and judged one by one. A battle is saved and loaded once on its way, and once at its end.
"""

import argparse
import gc
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, TypeAlias

from tests.systems.random_battles import random_battle, shipped_battle, wild_effect, wild_intent
from tests.systems.random_content import wild_use
from tests.systems.watching import check, ids, state

from fivefoot.components.events import Event, Moved, Opportunity, Refused, Stopped, TurnStarted
from fivefoot.components.intents import Crawl, Intent, Move, Use
from fivefoot.components.plan import ARRIVING
from fivefoot.components.position import Cube
from fivefoot.engine.brains import View
from fivefoot.engine.combat.threat import able_to_react
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.field.shapes import may_rest
from fivefoot.engine.field.support import holds_at
from fivefoot.engine.geometry.boxes import Box, overlap
from fivefoot.engine.legality.judge import barred, not_granted
from fivefoot.engine.legality.legal_intents import CANDIDATES, OWN_COSTS, lawful, thinkable
from fivefoot.engine.legality.preview import Preview
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.creature import Creature
from fivefoot.engine.state.objectives import standing
from fivefoot.engine.state.verdict import Refusal
from fivefoot.play.battle import Battle
from fivefoot.play.save import digest

ROUNDS = 3
"""Rounds that a battle is played for."""
Meddling: TypeAlias = tuple[float, int]
"""The seed of an effect, and the number of events of an intent after which it comes."""

POINTS = 4
"""Decision points in a turn after which it is ended."""
ASKED = 3
"""Intents of those that are legal that are tried at a decision point, each of another kind."""
MEDDLING = 0.4
"""How often an effect comes in the middle of what an intent comes to, in a battle that is meddled with."""
EFFECTS = 0.08
"""How often something that no creature does (a trap, a spell, a story) comes before a decision point."""
PAUSES = 0.3
"""How often a move that pauses is looked for."""
LISTED = 1 / 8
"""How often all legal intents are listed."""
CANDIDATES_TRIED = 4
"""Candidates of one kind that are judged where not all are listed."""
LOADED = 1 / 40
"""How often a battle is saved and loaded on its way, where not all intents are listed."""
USES = 3
"""Uses of abilities that are tried at a decision point, and how often a lawful one is played."""
USED = 0.4
ODDS = 0.1
"""How often the odds of a lawful use are asked for: they may be played out many times."""
WILD = 2
"""Intents of any kind that are tried besides."""


class Point:
    """One creature at a decision point, and all queries about its intents."""

    def __init__(
        self,
        battle: Battle,
        name: str,
        listed: list[Intent] | None,
        chance: random.Random,
        counts: Counter[str],
        *,
        content: bool = False,
        wide: bool = False,
    ) -> None:
        self.battle, self.name, self.listed, self.chance, self.counts = battle, name, listed, chance, counts
        self.content, self.wide = content, wide
        self.refusing: Battle | None = None
        """A fork for all that is refused: it stays as it is."""
        self.tried: dict[Intent, tuple[list[dict[str, Any]], list[object]]] = {}
        """What the lawful intents came to in forks: the events and the state after them."""

    def look(self) -> Intent | None:
        """Makes all queries; returns the intent for the battle itself, None if there is none."""
        before = state(self.battle.world)
        self.counts["decision points"] += 1
        if self.listed is not None:
            self.counts["points listed whole"] += 1
            self.counts["intents listed"] += len(self.listed)
            twice = [wanted for wanted, count in Counter(self.listed).items() if count > 1]
            assert not twice, f"listed twice: {twice[:3]}"
        self._reach()
        tried = self._drawn()
        if self.content:
            tried = [*self._pauses(), *tried]
        for wanted in tried:
            self._try(wanted)
        used = [self._use() for _ in range(USES if self.wide else 1)] if self.content else []
        for _ in range(WILD):
            view = View(self.battle.world, self.battle.creature(self.name))
            self._try(wild_intent(self.chance, view))
        assert state(self.battle.world) == before, "asking has changed something"
        if self.refusing is not None:
            self.refusing.close()
        lawful = [wanted for wanted in used if wanted is not None]
        if self.wide and lawful and self.chance.random() < USED:
            return lawful[0]
        return tried[0] if tried else None

    def _drawn(self) -> list[Intent]:
        if self.listed is None:
            return self._candidates()
        kinds: dict[str, list[Intent]] = {}
        for wanted in self.listed:
            kinds.setdefault(wanted.do, []).append(wanted)
        some = self.chance.sample(sorted(kinds), min(len(kinds), ASKED))
        if some == ["end"] or (some and some[0] == "end" and self.chance.random() < 0.8):
            some = [*some[1:], some[0]]
        return [self.chance.choice(kinds[kind]) for kind in some]

    def _candidates(self) -> list[Intent]:
        """Legal intents of different kinds, found by judging some candidates of each; ending the turn comes last."""
        world, me = self.battle.world, self.battle.creature(self.name)
        kinds = [kind for kind in CANDIDATES if kind in OWN_COSTS or kind in world.rules.actions.costs]
        self.chance.shuffle(kinds)
        kinds.sort(key=lambda kind: kind == "end")
        found: list[Intent] = []
        for kind in kinds:
            if len(found) == ASKED:
                break
            if kind not in OWN_COSTS and barred(world, me, kind):
                continue
            candidates = thinkable(world, me, kind)
            for number in self.chance.sample(range(len(candidates)), min(len(candidates), CANDIDATES_TRIED)):
                wanted = candidates[number]
                self.counts["candidates judged"] += 1
                if not_granted(world, me, wanted) is None and lawful(world, me, wanted):
                    found.append(wanted)
                    break
        return found

    def _pauses(self) -> list[Intent]:
        """Now and then a move that pauses where its mover may not stay."""
        if self.chance.random() > PAUSES or not self.battle.world.precise:
            return []
        reach = self.battle.reach(self.name)
        inside = [cube for cube, arrival in sorted(reach.items()) if not arrival.can_stop and arrival.path]
        if not inside:
            return []
        wanted = Move(path=reach[self.chance.choice(inside)].path, pause=True)
        if self.battle.why(self.name, wanted) is not None:
            return []
        self.counts["pauses"] += 1
        return [wanted]

    def _use(self) -> Intent | None:
        """A use of an ability, or an item taken up, if it is lawful; its odds add up to one."""
        world = self.battle.world
        wanted = wild_use(self.chance, world, self.battle.creature(self.name), wide=self.wide)
        if wanted is None:
            return None
        self._try(wanted)
        if self.battle.why(self.name, wanted) is not None:
            return None
        self.counts["uses"] += 1
        if self.wide and self.chance.random() > ODDS:
            return wanted
        chances = self.battle.odds(self.name, wanted)
        assert not isinstance(chances, Refusal), f"{wanted}: why says nothing, odds {chances}"
        for name, odds in chances.items():
            whole = sum(odds.outcomes.values())
            assert not odds.outcomes or abs(whole - 1) < 1e-6, f"{wanted}: {odds.outcomes} for {name}"
            assert odds.least <= odds.mean + 1e-9, f"{wanted}: {odds} for {name}"
            assert odds.mean <= odds.most + 1e-9, f"{wanted}: {odds} for {name}"
        return wanted

    def _reach(self) -> None:
        """`reach`, the moves that are listed and `why` agree on where it may end a move."""
        if not self.battle.world.precise:
            return  # where squares are not counted, a move has no limit
        here = self.battle.creature(self.name).cube
        reach = self.battle.reach(self.name)
        stops = {cube for cube, arrival in reach.items() if arrival.can_stop and cube != here}
        failed = any(getattr(part, "failed", ()) for part in self.battle.creature(self.name).parts.values())
        if self.listed is not None:
            moves = [wanted for wanted in self.listed if isinstance(wanted, Move | Crawl)]
            ends = {wanted.to for wanted in moves if wanted.to and not getattr(wanted, "double", False)}
            assert ends <= stops, f"reach leaves out {sorted(ends - stops)[:4]}"
            assert ends == stops or failed, f"reach and legal_intents differ about {sorted(stops - ends)[:4]}"
        if failed:
            return  # reach does not know on which surfaces a movement under way has failed a test
        way = self._way(stops)
        for cube in self._around():
            if cube not in reach:
                self.counts["places out of reach asked about"] += 1
                refusal = self.battle.why(self.name, way(to=cube))
                assert refusal is not None, f"reach leaves out {cube}, and why says nothing"
        for cube in self.chance.sample(sorted(reach), min(len(reach), 3)):
            arrival = reach[cube]
            if cube == here:
                continue
            self.counts["places asked about"] += 1
            for wanted in (way(to=cube), way(path=arrival.path)):
                refusal = self.battle.why(self.name, wanted)
                assert (refusal is None) == arrival.can_stop, f"reach says {arrival}, why {wanted}: {refusal}"
            if arrival.can_stop:
                foreseen = self.battle.foresee(self.name, way(to=cube))
                assert isinstance(foreseen, Preview)
                told = tuple(step.at for step in foreseen.steps), foreseen.cost, set(foreseen.provokes)
                assert told[0] == arrival.path, f"reach says {arrival}, foresee {told}"
                assert told[1] == arrival.cost, f"reach says {arrival}, foresee {told}"
                drawn = set(arrival.opportunities)
                assert told[2] == drawn, f"{arrival} draws {drawn}, foresee {told}"

    def _way(self, stops: set[Cube]) -> type[Move] | type[Crawl]:
        """How the creature moves now: it crawls if that is listed, or else is lawful."""
        if self.listed is not None:
            return Crawl if any(isinstance(wanted, Crawl) for wanted in self.listed) else Move
        world, me = self.battle.world, self.battle.creature(self.name)
        crawls = me.is_any(world.rules.movement.crawlers) and "crawl" in world.rules.actions.costs
        return Crawl if crawls and any(lawful(world, me, Crawl(to=cube)) for cube in sorted(stops)[:1]) else Move

    def _around(self) -> list[Cube]:
        """Some cubes of the board, most of them near the creature, on the floor or in the air about it."""
        board, here = self.battle.world.board, self.battle.creature(self.name).cube
        found: list[Cube] = []
        for _ in range(4):
            x, y = (at + self.chance.randint(-7, 7) for at in here[:2])
            if (x, y) in board:
                found.append((x, y, self.chance.choice((board.stand(x, y), here[2], here[2] + 1))))
        return found

    def _try(self, wanted: Intent) -> None:
        """One intent: asked about, foreseen and done in a fork."""
        self.counts["intents tried"] += 1
        refusal = self.battle.why(self.name, wanted)
        foreseen = self.battle.foresee(self.name, wanted)
        said = foreseen if isinstance(foreseen, Refusal) else None
        assert said == refusal, f"{wanted}: why says {refusal}, foresee {said}"
        if refusal is not None:
            self._refused(wanted, refusal)
            return
        with self.battle.fork() as twin:
            if self.content:
                twin.listen(partial(put_back_well, twin, self.counts))
            came = twin.act(self.name, wanted)
            refused = [event for event in came if isinstance(event, Refused)]
            assert not refused, f"{wanted}: why says nothing, what happened was {refused}"
            assert isinstance(foreseen, Preview)
            if not isinstance(wanted, Use):
                as_foreseen(self.battle, self.battle.creature(self.name), wanted, foreseen, came)
            check(twin.world, came)
            with suppress(TypeError):  # it holds a table, and is not hashable
                self.tried[wanted] = [event.to_dict() for event in came], state(twin.world)

    def _refused(self, wanted: Intent, refusal: Refusal) -> None:
        """A refused intent in a fork: it is refused by the same rules, in the same words, and changes nothing."""
        assert self.listed is None or wanted not in self.listed, f"{wanted} is listed, and refused: {refusal}"
        twin = self.refusing = self.refusing or self.battle.fork()
        before = state(twin.world)
        came = twin.act(self.name, wanted)
        refused = [event for event in came if isinstance(event, Refused)]
        assert [(event.rules, event.reason) for event in refused] == [(refusal.rules, refusal.reason)], (
            f"{wanted}: why says {refusal}, what happened was {came}"
        )
        assert list(came) == refused, f"refused, and something happened: {came}"
        assert state(twin.world) == before, f"refused, {wanted} has changed something"
        self.counts["refusals"] += 1
        refusal_is_whole(self.battle, refusal)
        check(twin.world, came)


def put_back_well(battle: Battle, counts: Counter[str], event: Event) -> None:
    """Whoever is put back is put down neither higher nor past an enemy, nor farther off than a plain way leads.

    A second look at the board, for walkers of one square on dry ground: the squares to which a way on its own level
    leads, straight steps only, through nobody and past no edge. Such a way could always be gone.
    """
    if not isinstance(event, Moved) or event.mode != "put-back":
        return
    world, creature = battle.world, battle.world.named[event.who]
    if creature.size.side > 1 or creature.condition.mount is not None or creature.has("object"):
        return
    here, board = event.from_, world.board
    bodies = [other.box for other in world.creatures if other is not creature]
    fronts, seen, level, legal = [here[:2]], {here[:2]}, here[2], None
    far = 0
    while fronts and legal is None:
        far += 1
        news = []
        for x, y in fronts:
            for step in ((0, -1), (-1, 0), (1, 0), (0, 1)):
                there = (x + step[0], y + step[1])
                if there in seen or there not in board or board.edge((x, y), there) is not None:
                    continue
                seen.add(there)
                tile = board.tile(*there)
                plain = tile.terrain != "blocked" and not tile.water and tile.floor == level and tile.width >= 5
                cube = (*there, level)
                if not plain or tile.unseen or any(overlap(creature.at(cube), box) for box in bodies):
                    continue
                news.append(there)
                if holds_at(world, creature, cube) is not None and may_rest(
                    world, creature, ARRIVING, Box(*cube, *cube)
                ):
                    legal = cube
        fronts = news
    if legal is None:
        return
    counts["put back with a plain way out"] += 1
    back = world.rules.space.put_back == "last" and event.to == creature.queue.legal  # down the steps that it came
    assert event.to[2] <= level + 1 or back, f"{event.who} is put up from {here} to {event.to}; {legal} is free"
    off = max(abs(event.to[i] - here[i]) for i in (0, 1))
    assert off <= far or world.rules.space.put_back == "last", (
        f"{event.who} is put from {here} to {event.to}; {legal} is nearer"
    )


def refusal_is_whole(battle: Battle, refusal: Refusal) -> None:
    """A refusal names rules that are in the catalogue, and says in a sentence why."""
    assert refusal.rules, f"a refusal without a rule: {refusal.reason}"
    assert set(refusal.rules) <= ids(battle.rules.name), f"no rules of the catalogue: {refusal.rules}"
    assert len(refusal.reason.split()) > 2, f"no sentence: {refusal.reason!r}"


def as_foreseen(battle: Battle, mover: Creature, wanted: Intent, foreseen: Preview, came: Sequence[Event]) -> None:
    """The squares that were foreseen are those that were entered, as far as the movement came."""
    name = mover.name
    steps = [step for step in foreseen.steps if step.who == name and not step.forced and step.mode != "teleport"]
    moved = [event for event in came if isinstance(event, Moved) and event.who == name and event.mode != "put-back"]
    places = [mover.cube, *(step.at for step in steps)]
    told = [(step.at, step.cost) for before, step in zip(places, steps, strict=False) if step.at != before]
    entered = [(event.to, event.cost) for event in moved]
    assert entered == told[: len(entered)], f"{wanted}: foreseen {told}, entered {entered}"
    cut = (
        any(isinstance(event, Stopped) for event in came)
        or foreseen.checks
        or any(step.check or step.falls for step in steps)
    )
    if not cut:
        assert len(entered) == len(told), f"{wanted}: foreseen {told}, entered {entered}"
        drawn = {event.by for event in came if isinstance(event, Opportunity) and event.against == name}
        # one that is too cramped to strike may find room as the mover goes by
        drawn = {enemy for enemy in drawn if able_to_react(battle.world, battle.creature(enemy), mover)}
        assert drawn == set(foreseen.provokes) or not steps, f"{wanted}: foreseen {foreseen.provokes}, drawn {drawn}"


def same_future(
    battle: Battle, other: Battle, name: str, wanted: Intent, before: int, meddling: Meddling | None
) -> None:
    """Another battle at the same point goes on as the battle has gone on."""
    done(other, name, wanted, meddling, Counter())
    assert [event.to_dict() for event in other.events[before:]] == [e.to_dict() for e in battle.events[before:]], (
        f"{wanted} came to something else in a copy"
    )
    assert state(other.world) == state(battle.world), f"{wanted} left another state in a copy"


def struck(battle: Battle, chance: random.Random, counts: Counter[str], *, whole: bool) -> None:
    """Something that no creature does comes over the battle, and over a copy and the battle loaded in the same way."""
    acts, before = wild_effect(chance, battle.world), len(battle.events)
    with ExitStack() as kept:
        others = [kept.enter_context(battle.fork())]
        if whole:
            others.append(kept.enter_context(Battle.restore(battle.save())))
        came = affect(battle, acts)
        for other in others:
            affect(other, acts)
            told = [event.to_dict() for event in other.events[before:]]
            assert told == [event.to_dict() for event in battle.events[before:]], f"{acts} came to something else"
            assert state(other.world) == state(battle.world), f"{acts} left another state in a copy"
    counts["effects"] += 1
    check(battle.world, came, between=True)


class Meddler:
    """A listener that brings an effect about after so many events of an intent, in the middle of a move if need be."""

    def __init__(self, battle: Battle, seed: float, after: int) -> None:
        self._battle, self._chance, self._left = battle, random.Random(seed), after
        self.end = battle.listen(self)

    def __call__(self, event: Event) -> None:
        """Hears of an event."""
        self._left -= 1
        if not self._left:
            affect(self._battle, wild_effect(self._chance, self._battle.world))

    @property
    def has_come(self) -> bool:
        """Whether there were so many events."""
        return self._left <= 0


def affect(battle: Battle, acts: list[dict[str, Any]]) -> Sequence[Event]:
    """Brings an effect about, if it is a lawful one: a newcomer may find no room."""
    before = state(battle.world)
    try:
        return battle.effect(acts, by="the dice")
    except ScenarioError:
        if acts[0]["do"] != "join" or state(battle.world) != before:
            raise
        return ()


def done(battle: Battle, name: str, wanted: Intent, meddling: Meddling | None, counts: Counter[str]) -> Sequence[Event]:
    """An intent carried out, with an effect in the middle of it if it is meddled with."""
    meddler = Meddler(battle, *meddling) if meddling is not None else None
    came = battle.act(name, wanted)
    if meddler is not None:
        meddler.end()
        counts["effects in the middle"] += meddler.has_come
    return came


def played(
    battle: Battle,
    chance: random.Random,
    counts: Counter[str],
    most: int,
    *,
    meddled: bool = False,
    content: bool = False,
    whole: bool = False,
) -> None:
    """A battle, decision point by decision point."""
    battle.roll_initiative()
    for _ in range(ROUNDS):
        for name in battle.order:
            creature = battle.world.named.get(name)
            if creature is None or not standing(creature):
                continue
            ahead = list(battle.legal_intents(name)) if battle.active is None and lists(chance, whole) else None
            begun = battle.begin_turn(name)
            for _ in range(POINTS):
                if chance.random() < EFFECTS and battle.creatures:
                    struck(battle, chance, counts, whole=whole)
                    ahead = None
                if battle.active != name or not standing(battle.creature(name)):
                    break
                listed = list(battle.legal_intents(name)) if ahead is not None or lists(chance, whole) else None
                if ahead is not None and [type(event) for event in begun] == [TurnStarted]:
                    assert ahead == listed, "before its turn something else was listed"
                ahead = None
                if counts["decision points"] >= most:
                    return
                looked = Point(battle, name, listed, chance, counts, content=content, wide=not whole)
                wanted = looked.look()
                if wanted is None:
                    assert not content, f"{name} can neither act nor end"
                    break
                before = len(battle.events)
                meddling = (chance.random(), chance.randint(1, 6)) if meddled and chance.random() < MEDDLING else None
                loads = chance.random() < (0.1 if whole else LOADED)
                with ExitStack() as kept:
                    known = looked.tried.get(wanted) if meddling is None and not whole else None
                    copy = kept.enter_context(battle.fork()) if known is None else None
                    loaded = kept.enter_context(Battle.restore(battle.save())) if loads else None
                    came = done(battle, name, wanted, meddling, counts)
                    if known is not None:
                        assert known[0] == [event.to_dict() for event in came], f"{wanted} came to something else"
                        assert known[1] == state(battle.world), f"{wanted} left another state"
                    if copy is not None:
                        same_future(battle, copy, name, wanted, before, meddling)
                    if loaded is not None:
                        counts["saved and loaded"] += 1
                        same_future(battle, loaded, name, wanted, before, meddling)
                    if meddling is not None and chance.random() < (0.1 if whole else 0):
                        saved_whole(battle)
                check(battle.world, came)
            if battle.active is not None:
                battle.end_turn()
            check(battle.world, between=True)
    if not whole:
        counts["saved and loaded at the end"] += 1
        saved_whole(battle)


def lists(chance: random.Random, whole: bool) -> bool:
    """True if all legal intents are to be listed here."""
    return whole or chance.random() < LISTED


def saved_whole(battle: Battle) -> None:
    """The battle saved and loaded has the same state and log."""
    with Battle.restore(battle.save()) as again:
        assert again.proved, "the commands of a save give another log"
        assert state(again.world) == state(battle.world), "saved and loaded, it is another state"
        assert digest(again.events) == digest(battle.events), "saved and loaded, it has another log"


def fuzz(
    most: int,
    seed: int,
    counts: Counter[str],
    tell: Callable[[str], object] = lambda line: None,
    faults: list[str] | None = None,
    *,
    content: bool = False,
    whole: bool = False,
) -> list[str]:
    """Play battles from a seed on until there were so many decision points; returns the faults, added to a list."""
    faults = [] if faults is None else faults
    while counts["decision points"] < most:
        fault = fault_of(seed, counts, most, meddled=bool(counts["seeds"] % 2), content=content, whole=whole)
        if fault:
            faults.append(fault)
            tell(fault)
        if counts["seeds"] % 8 == 0:
            gc.collect(1)
        if counts["seeds"] % 60 == 0:
            tell(f"{counts['decision points']} decision points, {len(faults)} faults, at seed {seed}")
        seed += 1
    return faults


def fault_of(
    seed: int,
    counts: Counter[str],
    most: int,
    *,
    meddled: bool = False,
    content: bool = False,
    whole: bool = False,
) -> str:
    """Play the battle of a seed until there were so many decision points; returns its fault, or nothing."""
    chance = random.Random(f"agreement {seed}")
    ruleset = list(RULESETS)[seed % len(RULESETS)]
    if chance.random() < 0.2:
        made = shipped_battle(chance, ruleset)
    else:
        made = random_battle(chance, ruleset, content=content, wide=not whole)
    counts["seeds"] += 1
    if made is None:
        return ""
    counts["battles"] += 1
    counts[ruleset] += 1
    try:
        with Battle(made) as battle:
            played(battle, chance, counts, most, meddled=meddled, content=content, whole=whole)
    except Exception as error:
        how = f"{'' if content else ' plain'}{' meddled with' if meddled else ''}{' whole' if whole else ''}"
        return f"seed {seed}{how}, {ruleset}: {told(error)}"
    return ""


def told(error: Exception) -> str:
    """An exception in a line: what, and where."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = str(error).splitlines() or [str(last.line)]
    return f"{type(error).__name__} in {last.name}, line {last.lineno}: {words[0][:500]}"


def main() -> int:
    """Play, and print what was found."""
    asked = argparse.ArgumentParser(description="Hold everything that is said of an intent against what happens.")
    asked.add_argument("decisions", type=int, nargs="?", default=1000)
    asked.add_argument("--seed", type=int, default=0, help="the seed of the first battle")
    asked.add_argument("--plain", action="store_true", help="no abilities, items, zones or pauses")
    asked.add_argument("--whole", action="store_true", help="list all legal intents at each point")
    given = asked.parse_args()
    counts: Counter[str] = Counter()
    gc.disable()  # nearly all that a battle makes goes with its last use; what is left goes between battles
    begun = time.monotonic()
    faults: list[str] = []
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # what has been counted until then is told
        fuzz(
            given.decisions,
            given.seed,
            counts,
            lambda line: print(line, file=sys.stderr, flush=True),
            faults,
            content=not given.plain,
            whole=given.whole,
        )
    for what, count in counts.items():
        print(f"{count:9}  {what}")
    for fault in faults:
        print(fault)
    print(f"{counts['decision points']} decision points, {len(faults)} faults ({time.monotonic() - begun:.0f} s)")
    return min(len(faults), 1)


if __name__ == "__main__":
    sys.exit(main())
