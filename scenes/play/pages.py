"""Pages of text: help, rules, names."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame
import pygame_gui

from ...components.events import Struck
from ...engine.combat.forecast import Forecast
from ...engine.messages import tr
from ...engine.rules.catalogue import catalogue
from ...play.replay.log_text import outcome_told
from ...play.replay.palettes import Colour, Palette
from ...play.table.actions import ENTRIES, ActionEntry, key_name
from ...play.table.uses import odds_told
from ..board.layout import roomy
from ..window import widgets
from ..window.commands import COMMANDS, Cancel, Confirm, Invoke, MoveCursor, Next, Pick, in_list, key_words
from ..window.fonts import fitted, font, wrapped
from ..window.gamepad import help_rows as gamepad_rows
from ..window.scene_stack import Change, PopScene

NARROWEST = 30
"""Narrowest page, in text heights."""
SMALLEST_TITLE = 1.2
"""Smallest title, in text heights."""
DEAF = 0.8
"""Seconds an automatic page ignores keys."""
SEEN = 90
"""How much of the scene below is seen, of 255."""
LEADING = 1.6
"""Line distance in text heights."""
LINES = 3
"""Lines scrolled by an arrow key or a step of the wheel."""
ENDS = 10_000
"""More lines than any text."""
SCROLLS = {"page-up": -12, "page-down": 12, "first": -ENDS, "last": ENDS}
"""Lines scrolled by keys."""
NONE: Mapping[str, str] = {}
"""No extra keys."""
MARKUP = re.compile(r"</?[a-z]+>")


class Page:
    """A screen with a title, a text and buttons."""

    framed = True
    """True if scrolled texts have a frame."""

    def __init__(
        self,
        title: str,
        text: str | Sequence[str],
        palette: Palette,
        scale: float,
        buttons: Sequence[tuple[str, str, Callable[[], Change | None]]] = (),
        *,
        usual: str | None = None,
        unasked: bool = False,
    ) -> None:
        """Creates a page; Enter presses the button that `usual` names.

        `unasked` means that the page opened by itself and briefly ignores keys.
        """
        self._deaf = DEAF if unasked else 0.0
        self.behind: pygame.Surface | None = None
        """The picture of the scene below."""
        self.title, self.text, self.palette, self.scale = title, text, palette, scale
        numbered = [(name, f"{number}  {label}", action) for number, (name, label, action) in enumerate(buttons, 1)]
        self.buttons = [*numbered, ("back", tr("Back (Esc)"), PopScene)]
        self.at = next((index for index, (name, _, _) in enumerate(self.buttons) if name == usual), 0)
        self._made: dict[str, Any] = {}

    def resize(self, size: tuple[int, int]) -> None:
        text = round(14 * roomy(self.scale, size))
        self.manager = widgets.manager(size, self.palette, text)
        self.size = text
        foot = text * 2 + 8
        parts = [self.text] if isinstance(self.text, str) else [*self.text]
        width = min(size[0] - 40, round(980 * self.scale), self._wide(parts, text))
        if width < len(parts) * text * 28:
            parts = ["<br><br>".join(parts)]
        room = (width - 32 + 8) // len(parts)
        places: list[pygame.Rect] = []
        x = y = 0
        for _, label, _ in self.buttons:
            wide = font(text).size(label)[0] + 30
            if x and x + wide > width - 32:
                x, y = 0, y + foot + 6
            places.append(widgets.rect(x, y, wide, foot))
            x += wide + 8
        head = round(text * 3.4)
        high = head + self._middle(parts, room - 48, text) + 24 + y + foot
        scrolled, high = high > size[1] - 40, min(high, size[1] - 40)
        self.area = pygame.Rect((size[0] - width) // 2, (size[1] - high) // 2, width, high)
        bottom = self.area.bottom - 12 - y - foot
        self.boxes = [
            pygame_gui.elements.UITextBox(
                html_text=part,
                relative_rect=widgets.rect(
                    self.area.left + 16 + number * room,
                    self.area.top + head,
                    room - 8,
                    bottom - 12 - self.area.top - head,
                ),
                manager=self.manager,
                object_id="" if scrolled and self.framed else "#open",
                allow_split_dashes=False,  # a long path is no hyphenated word
            )
            for number, part in enumerate(parts)
            if part
        ]
        self._made.clear()
        for (name, label, _), place in zip(self.buttons, places, strict=True):
            self._made[name] = pygame_gui.elements.UIButton(
                relative_rect=place.move(self.area.left + 16, bottom), text=label, manager=self.manager
            )

    def _wide(self, parts: Sequence[str], text: int) -> int:
        measure = font(text, "bold").size
        lines = [MARKUP.sub("", line) for part in parts for line in part.split("<br>")]
        longest = max(measure(line)[0] for line in lines) + 64
        buttons = sum(font(text).size(label)[0] + 38 for _, label, _ in self.buttons) + 24
        title = font(text * 2, "bold").size(self.title)[0] + 40
        return max(longest * len(parts), buttons, title, text * NARROWEST)

    def _middle(self, parts: Sequence[str], width: int, text: int) -> int:
        most = max(self._lines(part, width, text) if part else 0 for part in parts)
        return most * round(text * LEADING) + 20 if most else 0

    @staticmethod
    def _lines(part: str, width: int, text: int) -> int:
        measure = font(text, "bold").size
        lines = [line for told in part.split("<br>") for line in wrapped(MARKUP.sub("", told), width, text, "bold")]
        return sum(max(-(-measure(line)[0] // width), 1) for line in lines)

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == widgets.BUTTON:
            for name, _, action in self.buttons:
                if self._made[name] is event.ui_element:
                    return action()
        if event.type == pygame.KEYDOWN and self._deaf > 0:
            return None
        command = in_list(event)
        match command:
            case Cancel() | Invoke("help"):
                return PopScene()
            case Confirm():
                return self.buttons[self.at][2]()
            case Next(back):
                self._focus(-1 if back else 1)
            case MoveCursor(dx, 0):
                self._focus(dx)
            case MoveCursor(0, dy) if self.boxes:
                self._scroll(dy * LINES)
            case Invoke(name) if name in SCROLLS and self.boxes:
                self._scroll(SCROLLS[name])
            case Pick(place) if place < len(self.buttons):
                return self.buttons[place - 1][2]()
            case _:
                self.manager.process_events(event)
        return None

    def _focus(self, step: int) -> None:
        self.at = (self.at + step) % len(self.buttons)

    @property
    def restless(self) -> bool:
        return self._deaf > 0

    def update(self, seconds: float) -> Change | None:
        self.manager.update(seconds)
        self._deaf = max(self._deaf - seconds, 0.0)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill(self.palette.page)
        if self.behind is not None and self.behind.get_size() == surface.get_size():
            self.behind.set_alpha(SEEN)
            surface.blit(self.behind, (0, 0))
        surface.fill(self.palette.panel, self.area)
        pygame.draw.rect(surface, self.palette.accent, self.area, 1)
        least = round(self.size * SMALLEST_TITLE)
        title = fitted(self.title, self.area.width - 36, self.size * 2, self._title_colour, "bold", least)
        surface.blit(title, (self.area.left + 18, self.area.top + 12 + (self.size * 2 - title.get_height()) // 2))
        self.manager.draw_ui(surface)
        if len(self.buttons) > 1:
            ring = self._made[self.buttons[self.at][0]].rect.inflate(4, 4)
            pygame.draw.rect(surface, self.palette.accent, ring, 2)

    @property
    def _title_colour(self) -> Colour:
        return self.palette.ink

    def _scroll(self, lines: int) -> None:
        for box in self.boxes:
            bar = box.scroll_bar
            if bar is not None and box.text_box_layout is not None:
                share = lines * self.size * LEADING / max(box.text_box_layout.layout_rect.height, 1)
                bar.set_scroll_from_start_percentage(max(bar.start_percentage + share, 0.0))


def help_page(
    palette: Palette,
    scale: float,
    entries: Sequence[ActionEntry] = ENTRIES,
    own: Mapping[str, str] = NONE,
    pad: Mapping[str, str] = NONE,
) -> Page:
    """Returns the help page: the keys of all commands and actions."""
    rows = [
        f"<b>{widgets.escaped(key_words(name, own))}</b> : {tr(words)}" for name, (words, _usual) in COMMANDS.items()
    ]
    rows += [
        tr("<b>Ctrl+Z</b> : undo"),
        tr("<b>Ctrl+Y</b> : redo"),
        tr("<b>Esc</b> : stop aiming; the menu"),
        tr("<b>F12</b> : a picture of the window"),
    ]
    rows += [
        tr("<b>Arrows</b> : move the board's cursor; Enter acts there, Esc hides it"),
        tr("<b>Shift+arrows</b>, right button: move the view; <b>Wheel</b> : zoom"),
        tr("<b>F11</b>, <b>Alt+Enter</b> : full screen"),
    ]
    rows += [
        tr("<b>Shift+click</b> : draw a path square by square"),
        tr("<b>Click an enemy</b> : attack; <b>a square</b> : go there"),
    ]
    rows += ["", tr("<b>A gamepad</b>"), tr("<b>Stick</b> or cross : like the arrows"), *gamepad_rows(pad)]
    intents = [f"<b>{key_name(entry)}</b> : {tr(entry.label)}" for entry in entries if entry.key]
    notes = (
        tr("<b>1</b> to <b>9</b> : abilities, then the buttons of the bar from the left"),
        tr("A greyed button is not legal now: its tooltip says why; pressed twice it opens the rule."),
        tr(
            "The board asks you about reactions and choices: <b>1</b> to <b>9</b> or a click answers, "
            "<b>Enter</b> takes the default, <b>A</b> always answers so, <b>R</b> opens the rule."
        ),
        tr("The number in a circle is the cost up to there; a coloured circle marks a square that costs more."),
        tr("A dashed line is an attack that the movement would provoke."),
        tr("The buttons of a page have their numbers as keys."),
        tr("A click on a line of the log goes to its square, on its dot to the rule."),
    )
    text = (
        tr("<b>The board</b><br>") + "<br>".join(rows),
        tr("<b>Actions of a creature</b><br>") + "<br>".join(intents) + "<br><br>" + "<br><br>".join(notes),
    )
    return Page(tr("Help"), text, palette, scale)


def strike_told(event: Struck, odds: Forecast) -> str:
    weighed = ", ".join(
        f"{why} {amount:+d}" if isinstance(amount, int) else f"{why}: {amount}" for why, amount in odds.modifiers
    )
    outcomes = ", ".join(f"{name.replace('-', ' ')} {chance:.0%}" for name, chance in odds.outcomes)
    lines = (
        tr(
            "{by} strikes {target}: {bonus} on the roll against {against}",
            by=event.by,
            target=event.target,
            bonus=f"{odds.bonus:+d}",
            against=odds.against,
        )
        + (f" ({weighed})" if weighed else ""),
        tr("The odds were {odds}.  {outcomes}.", odds=odds_told(odds), outcomes=outcomes),
        tr("The total was {total}: {outcome}", total=event.total, outcome=outcome_told(event))
        + (tr(" for {damage}.", damage=event.damage) if event.hit else "."),
    )
    return "<br>".join(widgets.escaped(line) for line in lines)


def rule_page(ids: Sequence[str], ruleset: str, palette: Palette, scale: float, lead: str = "") -> Page:
    """Returns a page with the texts of the rules `ids`, below the text `lead`."""
    known = {entry.id: entry for entry in catalogue().get(ruleset, ())}
    parts: list[str] = [lead, ""] if lead else []
    for rule in ids:
        entry = known.get(rule)
        parts.append(f"<b>{widgets.escaped(rule)}</b>")
        if entry is None:
            continue
        parts.append(widgets.escaped(entry.summary))
        check = getattr(entry, "check", "")
        if check:
            parts.append(f"<i>{widgets.escaped(check)}</i>")
        parts.append("")
    title = tr("How it was rolled") if lead else tr("Rule") if len(ids) == 1 else tr("Rules")
    return Page(title, "<br>".join(parts) or tr("No rule decided it."), palette, scale)


class NamePage(Page):
    def __init__(
        self, title: str, usual: str, named: Callable[[str], Change | None], palette: Palette, scale: float
    ) -> None:
        super().__init__(title, "", palette, scale)
        # Without a number: digits are letters of a name here.
        self.buttons.insert(0, ("ok", tr("Save (Enter)"), lambda: self.named(self.name)))
        self.name, self.named = usual, named
        self._fresh = True
        """True before the first frame, while the opening key is ignored."""

    def _wide(self, parts: Sequence[str], text: int) -> int:
        return max(super()._wide(parts, text), font(text).size(self.name)[0] + text * 12)

    def _middle(self, parts: Sequence[str], width: int, text: int) -> int:
        return text * 2 + 24

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        head = round(self.size * 3.4)
        area = widgets.rect(self.area.left + 16, self.area.top + head, self.area.width - 32, self.size * 2 + 12)
        self.line = pygame_gui.elements.UITextEntryLine(area, self.manager)
        self.line.set_text(self.name)
        self.line.focus()  # type: ignore[no-untyped-call]

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == pygame.TEXTINPUT and self._fresh:
            return None
        if event.type == widgets.ENTERED and event.ui_element is self.line:
            self.name = event.text
        if event.type == pygame.KEYDOWN:
            match in_list(event):
                case Confirm():
                    self.name = self.line.get_text()
                    return self.named(self.name)
                case Cancel():
                    return PopScene()
            self.manager.process_events(event)
            return None
        if event.type == widgets.BUTTON:
            self.name = self.line.get_text()
        return super().handle(event)

    def update(self, seconds: float) -> Change | None:
        self._fresh = False
        return super().update(seconds)


__all__ = ["NamePage", "Page", "help_page", "rule_page", "strike_told"]
