"""The overlays on the ground: reach, threat, the squares of an action, objectives."""

from collections.abc import Mapping
from dataclasses import replace

from ...engine.messages import tr
from ...play.table.aiming import Aim
from ...play.table.overlay import Overlay, overlay
from .board_state import BoardState
from .draw.ground import Terrain
from .draw.overlays import OverlayPainter, Square
from .input.action_bar import ActionBar


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
                self._put(Overlay(dark=state.now.dark))
            return
        aim = replace(state.aim, path=list(state.aim.path), also=list(state.aim.also))
        entry = aim.entry
        found = bar.standing.get(entry.name) if entry is not None else None
        targets = found.legal if found is not None else ()
        key = (
            state.now.moment, state.chosen, state.show_threat, state.show_reach, state.behind, state.palette.name,
            *aim.key(), targets, state.marked,
        )  # fmt: skip
        if key == self._key:
            return
        self._key = key
        if state.behind:
            self._put(Overlay(dark=state.now.dark))
            return
        who, chosen = state.chosen or "anybody", state.chosen
        state.work.send(
            tr("Working out where {who} can get …", who=who), lambda: self.laid(aim, chosen, targets), self._put
        )

    def _put(self, laid: Overlay) -> None:
        self.bands = laid.bands
        self.terrain.glaze(None if laid.empty else OverlayPainter(laid, self.state.palette))

    def laid(self, aim: Aim, chosen: str | None, targets: tuple[str, ...] = ()) -> Overlay:
        """The overlays for a creature, with the present aim."""
        state = self.state
        own, hidden = state.own, state.now.hidden
        laid = overlay(
            state.offers, aim, chosen, targets, own=own, reach=state.show_reach, threat=state.show_threat, hidden=hidden
        )
        laid.marked |= state.marked
        laid.dark = state.now.dark
        if laid.reach and own is not None and chosen == own.name and state.work.beside:
            self._warm(own.name)
        return laid

    def _warm(self, name: str) -> None:
        """Compute beside the window what the pointer will need next: the first answer on a wide board takes long."""
        offers = self.state.offers
        reach, board = offers.reach(name), offers.battle.world.board
        if reach is None:
            return
        near = next((cube for cube, arrival in reach.arrivals() if arrival.squares), None)
        beyond = next(
            ((x, y) for x, y in ((0, 0), (board.width - 1, 0)) if (x, y, board.stand(x, y)) not in reach), None
        )
        for square in (near, beyond):
            if square is not None:
                offers.battle.foresee(name, {"do": "move", "to": list(square)})
