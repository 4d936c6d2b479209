"""The form beside the board: a line for each key of a table."""

from collections.abc import Mapping, Sequence
from typing import Any

import pygame
import pygame_gui

from ...engine.messages import _, tr
from ..window import widgets
from . import board_edits as edits
from . import schema_fields as schema
from .board_edits import Tree
from .document import Document
from .lists import (
    LESS,
    MORE,
    OPEN,
    OWNED,
    TITLES,
    objective_options,
    owned_options,
    step_options,
    steps_of,
    with_objective,
    with_owned,
    with_step,
)
from .schema_fields import SchemaField, shown

ADD = _("add a key …")


class Form:
    def __init__(
        self,
        manager: Any,
        area: pygame.Rect,
        text: int,
        title: str,
        fields: Mapping[str, SchemaField],
        table: Tree,
        usual: tuple[str, ...],
        lists: Mapping[str, Sequence[str]],
        wrong: Mapping[str, str],
    ) -> None:
        self.fields = dict(fields)
        self.names = [name for name in fields if name in table or name in usual]
        self.names.sort(key=lambda name: usual.index(name) if name in usual else len(usual))
        self._entries: dict[str, Any] = {}
        row, label = text * 2 + 6, area.width * 2 // 5
        elements = pygame_gui.elements
        elements.UILabel(relative_rect=widgets.rect(area.left, area.top, area.width, row), text=title, manager=manager)
        below = (1 + len(lists)) * row
        inner = widgets.rect(area.left, area.top + row, area.width, area.height - row - below - 6)
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
            if name in table or name in wrong:
                entry.set_text(wrong[name] if name in wrong else shown(table[name]))
            self._entries[name] = entry
        rest = [name for name in fields if name not in self.names]

        def menu(number: int, title: str, options: Sequence[str]) -> Any:
            return elements.UIDropDownMenu(
                options_list=[title, *options],
                starting_option=title,
                relative_rect=widgets.rect(area.left, area.bottom - number * row, area.width, row),
                manager=manager,
                expansion_height_limit=area.height // 2,
            )

        self.more: Any = menu(1, tr(ADD), rest) if rest else None
        self.lists = {key: menu(at, tr(TITLES[key]), options) for at, (key, options) in enumerate(lists.items(), 2)}

    @property
    def writing(self) -> bool:
        """True if the user is writing in a text field of the form."""
        return any(entry.is_focused for entry in self._entries.values())

    def typed(self, event: pygame.event.Event) -> tuple[SchemaField, str] | None:
        """Returns (field, new text) if the user has changed a text field; else None."""
        if event.type == widgets.ENTERED:
            for name, entry in self._entries.items():
                if event.ui_element is entry:
                    return self.fields[name], str(entry.get_text())
        return None

    def added(self, event: pygame.event.Event) -> str | None:
        if event.type == widgets.DROPPED and event.ui_element is self.more and event.text != tr(ADD):
            return str(event.text)
        return None

    def listed(self, event: pygame.event.Event) -> tuple[str, str] | None:
        if event.type != widgets.DROPPED or not event.text.startswith((MORE, LESS, OPEN)):
            return None
        return next(((key, str(event.text)) for key, menu in self.lists.items() if menu is event.ui_element), None)

    def leave(self) -> None:
        for entry in self._entries.values():
            entry.unfocus()


BOARD_FIELDS: Mapping[str, schema.SchemaField] = {
    "width": schema.SchemaField("width", int, _("Squares from west to east; a smaller board is cut off in the east.")),
    "height": schema.SchemaField(
        "height", int, _("Squares from north to south; a smaller one is cut off in the south.")
    ),
    "ceiling": schema.SchemaField("ceiling", int, _("The squares above 0 that can be occupied.")),
    "file": schema.SchemaField(
        "file", str, _("Enter saves there; Ctrl+O opens that file, also a map of another program.")
    ),
}


class FormDesk:
    """The form beside the board in the editor: for the scenario, a creature or a tile."""

    def __init__(self) -> None:
        self.kind = "scenario"
        """scenario, creature, tile, board or step."""
        self.step = 0
        self.file = ""
        self.form: Form
        self._extra: set[str] = set()
        self._wrong: dict[tuple[object, ...], dict[str, str]] = {}
        """Texts that do not fit their keys, by table."""

    def show(self, kind: str) -> None:
        self.kind = kind
        self._extra.clear()

    def add(self, name: str) -> None:
        self._extra.add(name)

    def build(
        self, manager: Any, area: pygame.Rect, text: int, document: Document, chosen: int | None, char: str
    ) -> None:
        title, fields, table = self._parts(document, chosen, char)
        usual = (*schema.USUAL.get(self.kind, tuple(fields)), *self._extra)
        lists = self._lists(document.tree, table)
        wrong = self._wrong.get(self._table(chosen, char), {})
        self.form = Form(manager, area, text, title, fields, table, usual, lists, wrong)

    def _table(self, chosen: int | None, char: str) -> tuple[object, ...]:
        which: Mapping[str, object] = {"creature": chosen, "tile": char, "step": self.step}
        return self.kind, which.get(self.kind)

    def _lists(self, tree: Tree, table: Tree) -> dict[str, Sequence[str]]:
        match self.kind:
            case "creature":
                return {key: owned_options(tree, table, key) for key in OWNED}
            case "scenario":
                return {"objectives": objective_options(tree), "lesson": step_options(tree)}
            case "step":
                return {"lesson": step_options(tree)}
        return {}

    def with_listed(self, tree: Tree, key: str, option: str, chosen: int | None, side: str, area: edits.Area) -> Tree:
        """Returns the scenario after the user has chosen `option` in a list of the form."""
        if key == "objectives":
            return with_objective(tree, option, side, area)
        if key == "lesson":
            made, self.step = with_step(tree, option)
            self.show("step")
            return made
        assert chosen is not None
        return with_owned(tree, chosen, key, option)

    def _parts(
        self, document: Document, chosen: int | None, char: str
    ) -> tuple[str, Mapping[str, schema.SchemaField], Tree]:
        tree = document.tree
        if self.kind == "creature" and chosen is not None and chosen < len(tree.get("creatures", [])):
            return tr("creature {chosen}", chosen=chosen), schema.CREATURE, tree["creatures"][chosen]
        if self.kind == "tile":
            own = edits.legend_of(tree)[char]
            return tr("tile {char}", char=char), schema.TILE, edits.spelled_out(char) if own is None else own
        if self.kind == "board":
            rows = edits.rows_of(tree)
            path = "" if document.path is None else str(document.path)
            ceiling = tree["board"].get("ceiling", 20)
            table = {"width": len(rows[0]), "height": len(rows), "ceiling": ceiling, "file": path}
            return tr("board and file"), BOARD_FIELDS, table
        if self.kind == "step" and self.step in range(len(steps_of(tree))):
            return tr("step {number} of the lesson", number=self.step + 1), schema.STEP, steps_of(tree)[self.step]
        self.kind = "scenario"
        return tr("scenario"), schema.SCENARIO, tree

    def edited(
        self, tree: Tree, field: schema.SchemaField, text: str, chosen: int | None, char: str
    ) -> tuple[Tree, object] | None:
        """Returns (scenario with a changed field, key for merging undo steps)."""
        wrong = self._wrong.setdefault(self._table(chosen, char), {})
        wrong[field.name] = text
        made = self._made(tree, field, text, chosen, char)
        del wrong[field.name]
        return made

    def _made(
        self, tree: Tree, field: schema.SchemaField, text: str, chosen: int | None, char: str
    ) -> tuple[Tree, object] | None:
        if self.kind == "board":
            made = self._edited_board(tree, field.name, text)
            return None if made is None else (made, ("board", field.name))
        merging = (self.kind, chosen, char, field.name)
        if self.kind == "creature" and chosen is not None:
            one = _whole(schema.with_value(tree["creatures"][chosen], field, text), "name", "side", "at")
            return edits.with_creature(tree, chosen, one), merging
        if self.kind == "tile":
            fields = edits.legend_of(tree)[char]
            tile = schema.with_value(edits.spelled_out(char) if fields is None else fields, field, text)
            return edits.with_tile(tree, char, tile), merging
        if self.kind == "step":
            steps = steps_of(tree)
            steps[self.step] = _whole(schema.with_value(steps[self.step], field, text), "say")
            return {**tree, "lesson": steps}, (self.kind, self.step, field.name)
        return schema.with_value(tree, field, text), merging

    def _edited_board(self, tree: Tree, name: str, text: str) -> Tree | None:
        if name == "file":
            self.file = text.strip()
            return None
        number = schema.read(BOARD_FIELDS[name], text)
        assert isinstance(number, int)
        if name == "ceiling":
            return {**tree, "board": {**tree["board"], "ceiling": number}}
        rows = edits.rows_of(tree)
        return edits.resize(tree, number, len(rows)) if name == "width" else edits.resize(tree, len(rows[0]), number)


def _whole(table: Tree, *needed: str) -> Tree:
    missing = next((name for name in needed if name not in table), None)
    if missing is not None:
        raise schema.Unreadable(tr("{place}: found nothing; allowed: a value", place=missing))
    return table
