"""The result of a battle, with figures for each creature."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from ...components.events import (
    BattleEnded,
    Blocked,
    Damaged,
    Done,
    Downed,
    Event,
    ForcedMoved,
    Moved,
    Opportunity,
    Struck,
    Used,
)
from ...engine.messages import _, language_in_use, tr, translated
from ...play.replay.log_text import reason_told
from ...play.replay.palettes import Colour, Palette, lighter, mix
from ...play.replay.snapshot import CreatureView, Snapshot
from ...play.table.session import PERSON
from ..window.fonts import fitted, font, written
from ..window.scene_stack import Change
from ..window.widgets import escaped
from .picture_page import PicturePage

COLUMNS = (_("dealt"), _("felled"), _("went"), _("opportunities"))
"""The headings of a creature's figures."""
ROW = 1.9
SMALLEST = 11


@dataclass(slots=True)
class CreatureFigures:
    """What a creature did in a battle: damage dealt, movement and others."""

    dealt: int = 0
    """The damage it dealt, indirect damage included."""
    felled: int = 0
    moved: float = 0
    """The cost of its movement, in the ruleset's unit."""
    opportunities: int = 0

    def figures(self) -> tuple[float, ...]:
        return self.dealt, self.felled, self.moved, self.opportunities


def figures_of(events: Sequence[Event]) -> dict[str, CreatureFigures]:
    found: dict[str, CreatureFigures] = {}
    striker: str | None = None
    shover: dict[str, str] = {}
    for event in events:
        if isinstance(event, Struck):
            striker = event.by if event.hit else None
        elif isinstance(event, (ForcedMoved, Blocked)):
            shover |= {event.who: event.by} if event.by is not None else {}
        elif isinstance(event, Used):
            striker = event.who
        elif isinstance(event, Done):
            striker, shover = None, {}
        elif isinstance(event, (Damaged, Downed)):
            doer = shover.get(event.who, striker if event.who != striker else None)
            if doer is None:
                continue
            one = found.setdefault(doer, CreatureFigures())
            if isinstance(event, Damaged):
                one.dealt += event.amount
            else:
                one.felled += 1
        elif isinstance(event, Moved):
            found.setdefault(event.who, CreatureFigures()).moved += event.cost
        elif isinstance(event, Opportunity):
            found.setdefault(event.by, CreatureFigures()).opportunities += 1
    return found


def _headline(events: Sequence[Event], players: Mapping[str, str]) -> tuple[str, str]:
    last = events[-1] if events else None
    if not isinstance(last, BattleEnded):
        return tr("The battle is not over"), ""
    people = [side for side, player in players.items() if player == PERSON]
    if last.winner is None:
        title = tr("A draw")
    elif len(people) == 1:
        title = tr("You win") if people[0] == last.winner else tr("You lose")
    else:
        title = f"{tr('Victory:')} {tr(last.winner)}"
    whose = f"{escaped(tr(last.winner))}: " if last.winner else ""
    return title, whose + tr(
        "{why}, in round {round}", why=escaped(translated(reason_told(last.why), language_in_use())), round=last.round
    )


def result_text(
    events: Sequence[Event],
    tableau: Snapshot,
    players: Mapping[str, str] | None = None,
    distance: Callable[[int], str] = str,
) -> tuple[str, str]:
    """Returns (title, text) of the page about a battle's result."""
    title, sentence = _headline(events, players or {})
    done = figures_of(events)
    lines = [f"{sentence}<br>" if sentence else ""]
    for side in tableau.sides():
        lines.append(f"<b>{escaped(tr(side))}</b>")
        for figure in _fighters(tableau, side):
            one = done.get(figure.name, CreatureFigures())
            told = [
                tr("down")
                if figure.out
                else tr("{hp} of {full} hp", hp=figure.hp, full=figure.full)
                if figure.full
                else tr("up")
            ]
            told += [
                f"{tr(word)} {tell(count)}"
                for word, count, tell in (
                    (_("dealt"), one.dealt, str),
                    (_("felled"), one.felled, str),
                    (_("moved"), round(one.moved), distance),
                    (_("opportunity attacks"), one.opportunities, str),
                )
                if count
            ]
            lines.append(f"  {escaped(figure.name)}: {' · '.join(told)}")
        lines.append("")
    return title, "<br>".join(lines)


def _fighters(tableau: Snapshot, side: str) -> list[CreatureView]:
    return [figure for figure in tableau.figures.values() if figure.side == side and not figure.thing]


class ResultPage(PicturePage):
    def __init__(
        self,
        events: Sequence[Event],
        tableau: Snapshot,
        players: Mapping[str, str],
        lead: str,
        distance: Callable[[int], str],
        palette: Palette,
        scale: float,
        buttons: Sequence[tuple[str, str, Callable[[], Change | None]]],
    ) -> None:
        """Creates the page; `lead` is text below the result."""
        title, sentence = _headline(events, players)
        winner = events[-1].winner if events and isinstance(events[-1], BattleEnded) else None
        people = [side for side, player in players.items() if player == PERSON]
        self._won = None if winner is None else len(people) != 1 or people[0] == winner
        told = f"{sentence}<br><br>{lead}" if lead else sentence
        super().__init__(title, told, palette, scale, buttons, unasked=True)
        self.tableau, self.distance, self.done = tableau, distance, figures_of(events)
        self.columns = [
            index for index in range(len(COLUMNS)) if any(one.figures()[index] for one in self.done.values())
        ]

    @property
    def _title_colour(self) -> Colour:
        if self._won is None:
            return self.palette.ink
        return self.palette.accent if self._won else self.palette.warning

    # --- laying out --------------------------------------------------------------------------------

    def _wide(self, parts: Sequence[str], text: int) -> int:
        return max(super()._wide(parts, text), self._columns_wide(text) + 40)

    def _columns_wide(self, text: int) -> int:
        return sum(self._widths(text))

    def _widths(self, text: int) -> list[int]:
        measure = font(text).size
        names = max((measure(one.name)[0] for one in self.tableau.figures.values() if not one.thing), default=0)
        most = [self.distance(1000) if name == "went" else "000" for name in COLUMNS]
        numbers = [max(measure(tr(COLUMNS[index]))[0], measure(most[index])[0]) + text for index in self.columns]
        return [names + text * 3, text * 9, *numbers]

    def _rows(self) -> int:
        return sum(len(_fighters(self.tableau, side)) + 1 for side in self.tableau.sides())

    def _high(self, width: int, text: int) -> int:
        return (self._rows() + 1) * round(text * ROW)

    # --- the table ---------------------------------------------------------------------------------

    def _drawn(self, width: int, text: int) -> pygame.Surface:
        while text > SMALLEST and self._columns_wide(text) > width:
            text -= 1
        palette, row = self.palette, round(text * ROW)
        picture = pygame.Surface((width, (self._rows() + 1) * row))
        picture.fill(palette.panel)
        widths = self._widths(text)
        spare = max(width - sum(widths) - text, 0) // max(len(widths), 1)
        widths = [one + min(spare, text * 5) for one in widths]
        ends = [sum(widths[: index + 1]) for index in range(len(widths))]
        colours = palette.of_sides(self.tableau.sides())
        for index, end in zip(self.columns, ends[2:], strict=True):
            _right(picture, tr(COLUMNS[index]), text, palette.faint, end, row // 2)
        most = [max((one.figures()[index] for one in self.done.values()), default=0) for index in self.columns]
        y = row
        for side in self.tableau.sides():
            band = pygame.Rect(0, y + 2, width, row - 4)
            picture.fill(mix(palette.panel, colours[side], 0.16), band)
            picture.fill(colours[side], (0, band.top, 5, band.height))
            name = written(tr(side), text, palette.ink, "bold")
            picture.blit(name, (14, band.centery - name.get_height() // 2))
            y += row
            for figure in _fighters(self.tableau, side):
                middle = y + row // 2
                ink = palette.faint if figure.out else palette.ink
                label = fitted(figure.name, widths[0] - text * 2, text, ink)
                picture.blit(label, (14, middle - label.get_height() // 2))
                self._draw_health(picture, figure, pygame.Rect(ends[0], y, widths[1], row), text)
                figures = self.done.get(figure.name, CreatureFigures()).figures()
                for number, (index, end) in enumerate(zip(self.columns, ends[2:], strict=True)):
                    if figures[index]:
                        count = round(figures[index])
                        words = self.distance(count) if COLUMNS[index] == "went" else str(count)
                        best = palette.accent if figures[index] == most[number] else ink
                        _right(picture, words, text, best, end, middle)
                y += row
        return picture

    def _draw_health(self, picture: pygame.Surface, figure: CreatureView, place: pygame.Rect, text: int) -> None:
        palette = self.palette
        if figure.out or not figure.full or figure.hp is None:
            state = written(tr("down") if figure.out else tr("up"), text, palette.faint)
            picture.blit(state, (place.left, place.centery - state.get_height() // 2))
            return
        bar = pygame.Rect(place.left, place.centery - text // 4, text * 4, text // 2)
        share = max(0.0, min(1.0, figure.hp / figure.full))
        picture.fill(mix(palette.panel, palette.panel_edge, 0.5), bar)
        colour = palette.of_sides(self.tableau.sides())[figure.side]
        picture.fill(lighter(colour, 0.2), (bar.left, bar.top, round(bar.width * share), bar.height))
        told = written(f"{figure.hp}/{figure.full}", text, palette.ink)
        picture.blit(told, (bar.right + text // 2, place.centery - told.get_height() // 2))


def _right(picture: pygame.Surface, words: str, text: int, colour: Colour, right: int, middle: int) -> None:
    label = written(words, text, colour)
    picture.blit(label, (right - label.get_width(), middle - label.get_height() // 2))


__all__ = ["CreatureFigures", "ResultPage", "figures_of", "result_text"]
