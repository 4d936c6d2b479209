"""The board in a terminal, by rich."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

try:
    from rich.console import Console, Group, RenderableType
    from rich.live import Live
    from rich.style import Style
    from rich.table import Table as Columns
    from rich.text import Text
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("rich") from missing

from ...components.events import Event
from ...engine.board.board import Board, Edge, EdgeKind
from ...engine.board.tiles import Tile
from ...engine.messages import language_in_use, tr
from ...play.match import ROUNDS, Match
from ...play.replay.log_text import STYLES, Labels, chronicle, labels_of
from ...play.replay.looks import Pattern, TileSign, labels, tile_look
from ...play.replay.palettes import PALETTES, Colour, Palette, hex_of, lighter, mix
from ...play.replay.snapshot import CreatureView, Figures, Snapshot
from ...play.table.showing import showing_of
from ...play.table.side import dark

if TYPE_CHECKING:
    from ...engine.brains import Brain, DecisionLog
    from ...play.battle import Battle


GROUNDS: Mapping[Pattern, str] = {"earth": "▒▒", "wall": "██", "pillar": "()", "water": "~~"}
SIGNS: Mapping[TileSign, str] = {"rubble": "::", "growth": "%%", "obstacle": "==", "danger": "^^", "ramp": "//"}
EAST: Mapping[EdgeKind, str] = {"wall": "▐", "grating": "┇", "curtain": "▕", "obstacle": "¦"}
SOUTH: Mapping[EdgeKind, str] = {"wall": "▄", "grating": "┅", "curtain": "▁", "obstacle": "╌"}


def _ground(tile: Tile, palette: Palette) -> tuple[str, Colour, Colour]:
    look = tile_look(tile, palette)
    match look.pattern:
        case "earth":
            return GROUNDS["earth"], lighter(palette.dirt, -0.3), look.colour
        case "wall" | "pillar":
            return GROUNDS[look.pattern], palette.wall, look.colour
        case "water":
            return GROUNDS["water"], lighter(look.colour, 0.4), look.colour
        case "pit":
            return f"{-tile.floor:>2}"[-2:], palette.faint, look.colour
        case "plain":
            sign = next((SIGNS[sign] for sign in look.signs), f"{look.figures:>2}"[-2:])
            return sign, palette.threat if "danger" in look.signs else lighter(look.colour, -0.5), look.colour


def _edged(sign: str, east: Edge | None, south: Edge | None) -> str:
    if south is not None and not sign.strip():
        sign = SOUTH[south.kind] * 2
    return sign if east is None else sign[:1] + EAST[east.kind]


def tell(console: Console, battle: "Battle", events: Sequence[Event]) -> None:
    if battle.scenario.title:
        console.print(Text(tr(battle.scenario.title.strip()), "bold underline"))
    sides = {creature.name: creature.side for creature in battle.creatures}
    unit = "ft" if battle.rules.feet else "sq"
    for line in chronicle(events, unit, sides, language_in_use(), labels_of(battle.world)):
        shown = Text("  " * line.depth + line.text, STYLES[line.kind])
        if line.rules:
            shown.append("  " + " ".join(line.rules), "dim")
        console.print(shown, soft_wrap=True)


def board_text(
    board: Board,
    tableau: Snapshot,
    palette: Palette | None = None,
    *,
    width: int = 0,
    dark: Collection[tuple[int, int]] = (),
    lost: Mapping[str, CreatureView] | None = None,
) -> Text:
    """Returns the board as text for a terminal, two characters per square.

    `dark` squares are out of sight; `lost` creatures get a question mark.
    """
    palette = palette or next(iter(PALETTES.values()))
    colours = palette.of_sides(tableau.sides())
    x0, x1 = _window(board.width, tableau, width // 2 if width else board.width)
    top: dict[tuple[int, int], CreatureView] = {}
    for figure in sorted(tableau.figures.values(), key=lambda one: (not one.out, one.cube[2], -one.squares)):
        for y in range(figure.box.y0, figure.box.y1 + 1):
            for x in range(figure.box.x0, figure.box.x1 + 1):
                top[x, y] = figure
    gone = {one.cube[:2]: f"{one.name[:1]}?" for one in (lost or {}).values()}
    names = labels(list(tableau.figures), tableau.sides(), letters=2)
    text = Text(no_wrap=True, overflow="crop")
    for y in range(board.height):
        for x in range(x0, x1):
            sign, ink, ground = _ground(board.tile(x, y), palette)
            if (x, y) in dark:
                ink, ground = mix(ink, palette.page, 0.6), mix(ground, palette.page, 0.6)
            figure_here = top.get((x, y))
            if figure_here is None and (x, y) in gone:
                sign, ink = gone[x, y], palette.faint
            if figure_here is None:
                sign = _edged(sign, board.edge((x, y), (x + 1, y)), board.edge((x, y), (x, y + 1)))
                text.append(sign, Style(color=hex_of(ink), bgcolor=hex_of(ground)))
                continue
            colour = colours[figure_here.side]
            if figure_here.out:
                text.append("xx", Style(color=hex_of(mix(colour, (40, 40, 40), 0.5)), bgcolor=hex_of(ground)))
                continue
            first = (x, y) == (figure_here.box.x0, figure_here.box.y0)
            label = f"{names[figure_here.name]:<2}" if first else "··"
            bright = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2] > 150
            text.append(
                label,
                Style(
                    color="#141418" if bright else "#ffffff",
                    bgcolor=hex_of(colour),
                    bold=True,
                    underline=figure_here.name == tableau.active,
                ),
            )
        text.append("\n")
    return text


def _window(width: int, tableau: Snapshot, room: int) -> tuple[int, int]:
    if room >= width:
        return 0, width
    active = tableau.figures.get(tableau.active or "")
    centre = active.cube[0] if active is not None else width // 2
    start = max(0, min(centre - room // 2, width - room))
    return start, start + room


def roster(tableau: Snapshot, palette: Palette | None = None) -> Columns:
    palette = palette or next(iter(PALETTES.values()))
    colours = palette.of_sides(tableau.sides())
    made = Columns(box=None, padding=(0, 1), show_header=False)
    for figure in tableau.figures.values():
        if figure.thing:
            continue
        hp = "" if figure.hp is None else f"{max(figure.hp, 0)}/{figure.full}"
        state = "down" if figure.out else " ".join(figure.conditions)
        sign = "▸" if figure.name == tableau.active else " "
        made.add_row(
            sign,
            Text(figure.name, Style(color=hex_of(lighter(colours[figure.side], 0.25)), bold=not figure.out)),
            hp,
            state,
        )
    return made


def scene(
    board: Board,
    tableau: Snapshot,
    events: Sequence[Event],
    unit: str,
    sides: Mapping[str, str],
    *,
    width: int,
    lines: int = 8,
    dark: Collection[tuple[int, int]] = (),
    lost: Mapping[str, CreatureView] | None = None,
    labels: Labels | None = None,
) -> RenderableType:
    known = chronicle(events[-60:], unit, dict(sides), language_in_use(), labels)
    told = [line for line in known if line.kind != "aside"][-lines:]
    log = Text(no_wrap=True, overflow="ellipsis")
    for line in told:
        log.append("  " * line.depth + line.text + "\n", STYLES[line.kind])
    head = Text(tr("Round {round}", round=tableau.round), "bold")
    grid = Columns.grid(padding=(0, 2))
    wide = 2 * board.width + 40 <= width
    picture = board_text(board, tableau, width=width - (40 if wide else 0), dark=dark, lost=lost)
    if wide:
        grid.add_row(picture, roster(tableau))
        return Group(head, grid, log)
    return Group(head, picture, roster(tableau), log)


class Watched(Match):
    """Plays a battle of AI players and draws it in the terminal. It is a context manager."""

    def __init__(
        self,
        console: Console,
        battle: "Battle",
        brains: "Mapping[str, Brain]",
        *,
        seconds: float = 0.15,
        rounds: int = ROUNDS,
        journal: "DecisionLog | None" = None,
        side: str | None = None,
    ) -> None:
        super().__init__(battle, brains, rounds=rounds, journal=journal)
        if side is not None:
            battle.side(side)
        self.side = side
        """The side whose perception is drawn, or None."""
        self.console = console
        self.seconds = seconds
        self.unit = "ft" if battle.rules.feet else "sq"
        self.sides = {one.name: one.side for one in battle.creatures}
        self._tableau = Snapshot.of(battle.world)
        self._shown = 0
        self._round = -1
        self._live: Live | None = None

    def __enter__(self) -> "Watched":
        if self.console.is_terminal:
            self._live = Live(console=self.console, auto_refresh=False)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def play_turn(self) -> list[Event]:
        came = super().play_turn()
        if self._live is None:
            self._print()
        else:
            self._draw(self._live)
        return came

    def _picture(self, upto: int, lines: int = 8) -> RenderableType:
        battle, tableau, side = self.battle, self._tableau, self.side
        if side is not None:
            witness = battle.witness(side)
            hidden = witness.veil(upto - 1).after
            active = None if tableau.active in hidden else tableau.active
            shown = Figures(one for one in tableau.figures.values() if one.name not in hidden)
            heard = []
            for at in witness.heard():
                veil, event = witness.veil(at), battle.events[at]
                if at < upto and not veil.during and getattr(event, "who", None) not in veil.before | veil.after:
                    heard.append(event)
            return scene(
                tableau.board or battle.world.board,
                replace(tableau, figures=shown, active=active),
                heard,
                self.unit,
                self.sides,
                width=self.console.width,
                lines=lines,
                dark=dark(battle.world, (side,)),
                lost=witness.lost(upto - 1),
                labels=labels_of(battle.world),
            )
        return scene(
            tableau.board or battle.world.board,
            tableau,
            battle.events[:upto],
            self.unit,
            self.sides,
            width=self.console.width,
            lines=lines,
            labels=labels_of(battle.world),
        )

    def _draw(self, live: Live) -> None:
        battle = self.battle
        for event in battle.events[self._shown :]:
            self._shown += 1
            self._tableau = self._tableau.after(event)
            if showing_of(event).still:
                live.update(self._picture(self._shown), refresh=True)
                time.sleep(self.seconds)
        self._tableau = Snapshot.of(battle.world)
        if battle.over:
            live.update(self._picture(len(battle.events)), refresh=True)

    def _print(self) -> None:
        battle = self.battle
        if battle.world.round != self._round or battle.over:
            self._round = battle.world.round
            self._tableau = Snapshot.of(battle.world)
            self.console.print(self._picture(len(battle.events), lines=12 if battle.over else 4))
