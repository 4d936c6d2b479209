"""The overlays on the ground: reach, threat, the squares of an action, objectives."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...engine.legality.legal_intents import shoots_at
from ...engine.legality.one_move import one_move
from ...engine.navigation.reach import Reach
from .board_state import BoardState
from .draw.attack_lines import bands
from .draw.ground import Terrain
from .draw.overlays import Lay, Overlay, Square
from .input.action_bar import ActionBar
from .input.actions import ActionEntry
from .input.targeting import Aim, extensions

LISTED = frozenset(
    {"step", "shift", "minimum", "jump", "leap", "tumble", "overrun", "clamber", "squeeze", "claw-dirt", "withdraw"}
)
"""Intents whose own squares are marked, instead of the reach of a move."""

ON_SOMEBODY = frozenset({"creature", "shove", "tow"})
"""Kinds of entries that are first aimed at a creature."""


class OverlayLayer:
    """Lays reach, threat and marks over the terrain, again whenever they change."""

    def __init__(self, state: BoardState, terrain: Terrain) -> None:
        self.state = state
        self.terrain = terrain
        self.bands: Mapping[Square, int] = {}
        """The band of each square for a strike that is aimed."""
        self._key: tuple[object, ...] = ()

    def forget(self) -> None:
        """Marks the overlays as out of date."""
        self._key = ()

    def clear(self) -> None:
        """Removes all overlays."""
        self._key = ()
        self.terrain.glaze(None)

    def refresh(self, bar: ActionBar) -> None:
        """Updates the overlays if they have changed."""
        state = self.state
        if state.work.out:
            if state.behind:  # those overlays belong to a moment that is over
                self._key = ()
                self._put(Lay())
            return
        aim = replace(state.aim, path=list(state.aim.path), also=list(state.aim.also))
        entry = aim.entry
        on_somebody = entry is not None and entry.aim in ON_SOMEBODY and entry.name in bar.standing
        battle = state.battle
        key = (
            battle.world.revision, len(battle.events), len(battle.commands), state.chosen, state.show_threat,
            state.show_reach, state.behind, state.palette.name, *aim.key(), on_somebody, state.marked,
        )  # fmt: skip
        if key == self._key:
            return
        self._key = key
        if state.behind:
            self._put(Lay())
            return
        who, chosen = state.chosen or "anybody", state.chosen
        state.work.send(f"Working out where {who} can get …", lambda: self.laid(aim, chosen, bar), self._put)

    def _put(self, lay: Lay) -> None:
        self.bands = lay.bands
        self.terrain.glaze(None if lay.empty else Overlay(lay, self.state.palette))

    def laid(self, aim: Aim, chosen: str | None, bar: ActionBar) -> Lay:
        """The overlays for a creature, with the present aim."""
        state = self.state
        lay, entry, own = Lay(), aim.entry, state.own
        lay.goals = frozenset(square for one in state.battle.world.objectives for square in one.squares)
        if entry is not None and own is not None and entry.name in LISTED:
            lay.marked = self._lawful(entry, own.name)
        elif entry is not None and own is not None and aim.target is None and entry.aim in ON_SOMEBODY:
            found = bar.standing.get(entry.name)
            lay.marked = self._squares_of(found.legal if found is not None else ())
        elif state.show_reach and chosen is not None and (entry is None or entry.aim in ("square", "tow")):
            lay.reach = self._tiers(chosen, entry)
            if own is not None and chosen == own.name and state.work.beside:
                self._warm(chosen)
        if entry is not None and own is not None and entry.do in ("attack", "full-attack"):
            foes = [one for one in state.battle.creatures if one.side != own.side and not one.out]
            shot = entry.name == "shoot" or any(shoots_at(state.battle.world, own, foe) for foe in foes)
            lay.bands = bands(state.battle, own.name, ranged=shot)
        lay.marked |= state.marked
        if state.show_threat:
            lay.threat = self._threat(chosen)
        if entry is not None and entry.aim == "shove" and aim.target is not None and own is not None:
            lay.marked = frozenset((x, y) for x, y, _ in extensions(state.session, own.name, aim))
        return lay

    def _warm(self, name: str) -> None:
        """Compute beside the window what the pointer will need next: the first answer on a wide board takes long."""
        state = self.state
        reach, board = state.reach(name), state.battle.world.board
        if reach is None:
            return
        near = next((cube for cube, arrival in reach.arrivals() if arrival.squares), None)
        beyond = next(
            ((x, y) for x, y in ((0, 0), (board.width - 1, 0)) if (x, y, board.stand(x, y)) not in reach), None
        )
        for square in (near, beyond):
            if square is not None:
                state.battle.foresee(name, {"do": "move", "to": list(square)})

    def _squares_of(self, names: Iterable[str]) -> frozenset[Square]:
        battle = self.state.battle
        return frozenset(square for name in names for square in battle.creature(name).box.footprint)

    def _lawful(self, entry: ActionEntry, name: str) -> frozenset[Square]:
        """The squares to which an entry may lead now."""
        squares: set[Square] = set()
        for found in self.state.battle.legal_intents(name, entry.do):
            path = getattr(found, "path", None)
            there = path[-1] if path else getattr(found, "to", None)
            if there is not None:
                squares.add((there[0], there[1]))
        return frozenset(squares)

    def _tiers(self, name: str, entry: ActionEntry | None) -> dict[Square, tuple[int, bool]]:
        state = self.state
        found: dict[Square, tuple[int, bool]] = {}
        board, side = state.battle.world.board, state.battle.creature(name).size.side
        span = [(dx, dy) for dy in range(side) for dx in range(side)]
        for tier, far in self._reaches(name, entry):
            for (x, y, z), arrival in far.arrivals():
                stops = arrival.can_stop
                # All squares that a big creature comes to fill, except walls at which it draws in.
                for dx, dy in span:
                    square = (x + dx, y + dy)
                    if side > 1 and board.blocked(*square, z):
                        continue
                    known = found.get(square)
                    if known is None or (not known[1] and stops):
                        found[square] = (tier if known is None else known[0], stops)
        return found

    def _reaches(self, name: str, entry: ActionEntry | None) -> Iterator[tuple[int, Reach]]:
        """(tier, places) of what a creature has left: one move, two of them, and an all-out run while one is aimed."""
        state, rules = self.state, self.state.battle.rules
        me = state.battle.creature(name)
        running = entry is not None and entry.name == "run" and me.turn.open
        if not running:
            for tier, actions in ((0, 1), (1, 2)):
                far = state.reach(name, actions)
                if far is not None:
                    yield tier, far
        elif state.battle.why(name, {"do": "run", "path": []}) is None:
            yield 2, one_move(state.battle.world, me, rules.movement.run_factor(rules, me))

    def _threat(self, chosen: str | None) -> frozenset[Square]:
        """Squares that the enemies of a creature threaten (without a creature: all creatures)."""
        battle = self.state.battle
        side = battle.creature(chosen).side if chosen is not None else None
        squares: set[Square] = set()
        for other in battle.creatures:
            if other.out or other.side == side:
                continue
            squares.update((x, y) for x, y, _ in battle.threat(other.name))
        return frozenset(squares)
