"""What a person does at the board: chooses from the bar, aims, and hands what is wanted to the battle."""

from dataclasses import replace
from typing import Any

import pygame

from ....components.events import Event
from ....components.position import Cube
from ....engine.legality.preview import Preview
from ....engine.state.creature import Creature
from ...play.picker import Pick, Picker
from ...window.scene_stack import Change, PushScene
from ..draw.overlays import Square
from .actions import ActionChoice, ActionEntry
from .prompting import Prompting
from .targeting import MODED, Aim, pick, picks

SHOVED = 2
"""Squares that somebody is moved, before a person says otherwise."""


class Acting(Prompting):
    """Takes what a person chooses, and asks it of the battle."""

    def use(self, entry: ActionEntry) -> Change | None:
        """An entry of the bar was pressed: do it, or begin to aim it."""
        if not self.table.waits_for_person():
            return None
        found = self.bar.standing.get(entry.name)
        refused = found is not None and found.refusal is not None
        if found is not None and found.refusal is not None:
            self._say(found.refusal.reason, found.refusal.rules)
            if self.aim.entry is entry and self.on_rule is not None and found.refusal.rules:
                return self.on_rule(self, found.refusal.rules)
        elif self.aim.entry is entry:
            self.aim = Aim()
            return None
        if entry.choices is not None and not refused:
            choices = entry.choices(self.battle)
            listed = [Pick(choice.label) for choice in choices]
            return PushScene(
                Picker(
                    entry.label, listed, lambda index: self._arm(entry, choices[index]), self, self.palette, self.scale
                )
            )
        return self._arm(entry, None, refused=refused)

    def more(self) -> Change | None:
        """The entries that have no button for want of room."""
        hidden = list(self.bar.hidden)
        listed = [
            Pick(entry.label, self.bar.told(entry), found is not None and found.refusal is not None)
            for entry in hidden
            for found in [self.bar.standing.get(entry.name)]
        ]
        return PushScene(Picker("More", listed, lambda at: self.use(hidden[at]), self, self.palette, self.scale))

    def _arm(self, entry: ActionEntry, choice: ActionChoice | None, *, refused: bool = False) -> Change | None:
        if entry.aim == "nothing":
            if refused:
                self.aim = Aim(entry)
            return self._do(entry.intent(**(choice.fields if choice is not None else {})))
        distance = self.battle.rules.unit * (SHOVED if entry.aim == "shove" else 0)
        self.aim = Aim(entry, choice, distance)
        return None

    # --- what is aimed -------------------------------------------------------------------------------

    def farther(self, steps: int) -> None:
        """Move somebody farther or less far, let them fall so, or strike at more or less cover."""
        unit, entry = self.battle.rules.unit, self.aim.entry
        if entry is not None and entry.do in ("attack", "full-attack"):
            self.aim.cover = max(0, self.aim.cover + steps)
        if entry is None or not (entry.aim == "shove" or entry.name == "fall"):
            return
        self.aim.distance = max(unit if entry.aim == "shove" else 0, self.aim.distance + steps * unit)
        del self.aim.path[self.aim.distance // unit :]

    def higher(self, steps: int) -> None:
        """Aim at a greater or a lesser height."""
        active = self.table.active
        if active is None or not self.table.waits_for_person():
            return
        entry = self.aim.entry
        who = self.aim.target if entry is not None and entry.aim == "shove" else None
        here = self.battle.creature(who or active).cube[2]
        if entry is not None and entry.name == "drop-object" and self.hover is not None:
            here = self.battle.floor_at(*self.hover) + 4
        board = self.battle.world.board
        height = (here if self.aim.height is None else self.aim.height) + steps
        self.aim.height = max(board.floors[0], min(height, board.ceiling))

    def other_mode(self) -> None:
        """The next way of moving that the creature has; after the last, whichever is best."""
        name, entry = self.table.active, self.aim.entry
        if name is None or (entry is not None and entry.do not in MODED):
            return
        rules = self.battle.rules
        modes = [mode for mode, listed in rules.movement.usable_modes(rules, self.battle.creature(name)) if listed]
        known: list[str | None] = [None, *modes]
        at = known.index(self.aim.mode) if self.aim.mode in known else 0
        self.aim.mode = known[(at + 1) % len(known)]

    def other_roll(self) -> None:
        """Forced movement with the roll that the ruleset asks for, or without it, as an effect brings it about."""
        if self.aim.entry is not None and self.aim.entry.aim == "shove":
            self.aim.rolled = not self.aim.rolled

    def step_back(self) -> None:
        """Undo the last part of what is being aimed."""
        aim = self.aim
        if self.asking is not None:
            self.asking = None
        elif aim.path:
            aim.path.pop()
        elif aim.also:
            aim.also.pop()
        elif aim.height is not None or aim.mode is not None:
            aim.height, aim.mode = None, None
        elif aim.target is not None:
            aim.target = None
        else:
            self.aim = Aim()

    @property
    def drawing(self) -> bool:
        """Whether a path is being drawn by hand."""
        return bool(self.aim.path)

    def commit(self) -> Change | None:
        """Go the way that has been drawn."""
        path = self.aim.path
        return self._do_wanted(path[-1][:2]) if path else None

    def click(self, square: Square, *, shift: bool = False) -> Change | None:
        """A click on the board."""
        if self.asking is not None:
            return self.answer(True)
        who = self.figure_at(square)
        if not self.table.waits_for_person():
            self.chosen = who or self.chosen
            return None
        entry, active = self.aim.entry, self.table.active
        assert active is not None
        if shift and entry is not None and entry.aim == "shove":
            self.aim.target, self.aim.path = who if who != active else None, []
            return None
        if shift and self._may_draw(entry):
            self._draw_on(square)
            return None
        if who is not None and who != active and picks(self.battle, active, self.aim, who):
            pick(self.aim, who)
            return None
        if entry is not None and entry.aim == "shove" and self.aim.target is not None:
            return self._click_on_way(square, who)
        return self._do_wanted(square)

    def _do_wanted(self, square: Square) -> Change | None:
        wanted = self.wanted(square)
        if wanted is not None:
            return self._do(wanted)
        self.chosen = self.figure_at(square) or self.chosen
        return None

    def _may_draw(self, entry: ActionEntry | None) -> bool:
        """Whether a path can be drawn by hand for an entry."""
        if entry is None or entry.aim == "square" or entry.name == "charge":
            return True
        return entry.aim == "tow" and self.aim.target is not None

    def _click_on_way(self, square: Square, who: str | None) -> Change | None:
        """A click while the way of somebody who is moved is drawn: the next square, or that is all."""
        wanted = self.wanted(square)
        if wanted is None or who == self.aim.target or (self.aim.path and square == self.aim.path[-1][:2]):
            return self._do(wanted) if wanted is not None else None
        refusal = self.table.why(wanted)
        if refusal is not None:
            self._say(refusal.reason, refusal.rules)
        else:
            self.aim.path = [tuple(cube) for cube in wanted["path"]]
        return None

    def _draw_on(self, square: Square) -> None:
        """Draw a path by hand, one neighbouring square a click."""
        if self.table.active is None:
            return
        me = self.battle.creature(self.table.active)
        here = self.aim.path[-1] if self.aim.path else me.cube
        there = (square[0], square[1], self._height(me, square, here))
        if max(abs(a - b) for a, b in zip(there[:2], here[:2], strict=True)) <= 1 and there != here:
            self.aim.path.append(there)

    def _height(self, me: Creature, square: Square, here: Cube) -> int:
        if self.aim.height is not None:
            return self.aim.height
        return here[2] if me.position.held in ("fly", "burrow") else self.battle.floor_at(*square)

    # --- what is asked of the battle -----------------------------------------------------------------

    def _do(self, wanted: dict[str, Any]) -> Change | None:
        """Have the active creature do something, asking back where it draws attacks."""
        self._wait()
        self.playback.skip(self.battle.events)
        if self.confirm and self.asking is None and self.table.active is not None:
            seen = self.battle.foresee(self.table.active, wanted)
            if isinstance(seen, Preview) and seen.provokes:
                self.asking = (wanted, seen.provokes)
                return None
        self.asking = None
        refusal = self.table.why(wanted)
        if refusal is not None:
            self._say(refusal.reason, refusal.rules)
        # What was refused may be aimed better; what was done is done.
        self.aim = replace(self.aim, path=[]) if refusal is not None and self.aim.entry is not None else Aim()
        self._foreseen = ((), None)
        self.errands.send(f"{self.table.active} acts …", lambda: self.table.act(wanted), self._acted)
        return None

    def _acted(self, events: list[Event]) -> None:
        if self.table.active is None and not self.table.over:
            self._open_turn()

    def _open_turn(self) -> None:
        self.errands.send("The next turn …", self.table.go_on, lambda _: self._turn_opened())

    def answer(self, yes: bool) -> Change | None:
        """Answer what is being asked."""
        if self.asking is None:
            return None
        wanted = self.asking[0]
        if yes:
            return self._do(wanted)
        self.asking = None
        return None

    def _turn_opened(self) -> None:
        self.aim = Aim()
        self.asking = None
        if self.table.waits_for_person():
            self.chosen = self.table.active
            self.look_at(self.chosen)

    def look_at(self, name: str | None) -> None:
        """Bring a creature into sight if it is not."""
        figure = self.playback.shown.figures.get(name or "")
        if figure is None:
            return
        x, y = self.camera.pixel(figure.box.x0 + 0.5, figure.box.y0 + 0.5)
        if not self.layout.board.inflate(-60, -60).collidepoint(x, y):
            self.camera.centre(figure.box.x0 + 0.5, figure.box.y0 + 0.5)

    def _wheel(self, event: pygame.event.Event) -> None:
        if self.layout.log.collidepoint(self.pointer):
            self.log.wheel(event.y)
        elif self.layout.board.collidepoint(self.pointer):
            held = pygame.key.get_mods()
            if held & pygame.KMOD_CTRL:
                self.farther(event.y)
            elif held & pygame.KMOD_SHIFT:
                self.higher(event.y)
            else:
                self.camera.zoom_by(event.y, self.pointer)
