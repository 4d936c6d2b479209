"""A form: a line of text for each key of a table, and a list of the keys that could be added."""

from collections.abc import Mapping
from typing import Any

import pygame
import pygame_gui

from ...engine.messages import _
from ..window import widgets
from .board_edits import Tree
from .schema_fields import SchemaField, shown

ADD = _("add a key …")


class Form:
    """The elements of one form. `typed` returns typed text, once for each event."""

    def __init__(
        self,
        manager: Any,
        area: pygame.Rect,
        text: int,
        title: str,
        fields: Mapping[str, SchemaField],
        table: Tree,
        usual: tuple[str, ...],
    ) -> None:
        self.fields = dict(fields)
        self.names = [name for name in fields if name in table or name in usual]
        self.names.sort(key=lambda name: usual.index(name) if name in usual else len(usual))
        self._entries: dict[str, Any] = {}
        row, label = text * 2 + 6, area.width * 2 // 5
        elements = pygame_gui.elements
        elements.UILabel(relative_rect=widgets.rect(area.left, area.top, area.width, row), text=title, manager=manager)
        inner = widgets.rect(area.left, area.top + row, area.width, area.height - 2 * row - 6)
        box = elements.UIScrollingContainer(
            relative_rect=inner, manager=manager, allow_scroll_x=False, should_grow_automatically=True
        )
        wide = inner.width - 24
        for number, name in enumerate(self.names):
            y = number * row
            elements.UILabel(
                relative_rect=widgets.rect(0, y, label, row - 2),
                text=name,
                manager=manager,
                container=box,
                object_id="#left",
            )
            entry = elements.UITextEntryLine(
                relative_rect=widgets.rect(label, y, wide - label, row - 2), manager=manager, container=box
            )
            entry.set_tooltip(widgets.escaped(fields[name].meaning) or name)
            if name in table:
                entry.set_text(shown(table[name]))
            self._entries[name] = entry
        rest = [name for name in fields if name not in self.names]
        self.more: Any = None
        if rest:
            self.more = elements.UIDropDownMenu(
                options_list=[ADD, *rest],
                starting_option=ADD,
                relative_rect=widgets.rect(area.left, area.bottom - row, area.width, row),
                manager=manager,
                expansion_height_limit=area.height // 2,
            )

    @property
    def writing(self) -> bool:
        """Whether a line has the keyboard."""
        return any(entry.is_focused for entry in self._entries.values())

    def typed(self, event: pygame.event.Event) -> tuple[SchemaField, str] | None:
        """The key whose text was changed, and the text."""
        if event.type == widgets.ENTERED:
            for name, entry in self._entries.items():
                if event.ui_element is entry:
                    return self.fields[name], str(entry.get_text())
        return None

    def added(self, event: pygame.event.Event) -> str | None:
        """The key chosen to be added."""
        if event.type == widgets.DROPPED and event.ui_element is self.more and event.text != ADD:
            return str(event.text)
        return None

    def leave(self) -> None:
        """Takes the keyboard away from the lines."""
        for entry in self._entries.values():
            entry.unfocus()
