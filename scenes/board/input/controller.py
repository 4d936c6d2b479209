"""Turns a person's choices and clicks into intents."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ....components.events import Event, Refused
from ....components.position import Cube
from ....engine.messages import _, language_in_use, tr
from ....engine.state.creature import Creature
from ....engine.state.verdict import Refusal
from ....play.table.actions import GROUPS, ActionChoice, ActionEntry
from ....play.table.aiming import MODED, Aim, pick, picks
from ....play.table.card import WORTH_A_TURN, unused, unused_told
from ....play.table.uses import GROUP as ABILITIES
from ....play.table.uses import ability_of
from ...play.picker import Below, Listed, Picker
from ...window.scene_stack import Change, PushScene
from ..board_state import BoardState, Confirmation
from ..draw.board_view import BoardView
from ..draw.overlays import Square
from ..playback import SPEEDS
from ..turn_flow import TurnFlow


class Controller:
    """Carries out what a player chooses on the board: aims actions, submits intents."""

    def __init__(
        self,
        state: BoardState,
        view: BoardView,
        flow: TurnFlow,
        below: Below,
        show_rules: Callable[[Sequence[str]], Change | None],
    ) -> None:
        self.state, self.view, self.flow = state, view, flow
        self.below = below
        """The scene behind lists."""
        self.show_rules = show_rules
        self.on_action: Callable[[str], None] = lambda name: None
        """Called with `undo`, `refused`, `rule` or an intent's name."""

    # --- the bar -----------------------------------------------------------------------------------

    def use(self, entry: ActionEntry) -> Change | None:
        state, bar = self.state, self.view.bar
        if state.now.own is None:
            return None
        if state.pending is not None and entry.aim == "nothing" and state.pending.intents == (entry.intent(),):
            return self.confirm()
        state.pending = None
        found = bar.standing.get(entry.name)
        refused = found is not None and found.refusal is not None
        if found is not None and found.refusal is not None:
            state.warn(found.refusal.told(language_in_use()), found.refusal.rules)
            self.on_action("refused")
            if state.aim.entry is entry and found.refusal.rules:
                return self.show_rules(found.refusal.rules)
        elif state.aim.entry is entry:
            state.aim = Aim()
            return None
        else:
            state.message = ("", ())
        if entry.choices is not None and not refused:
            choices = entry.choices(state.battle)
            listed = [Listed(choice.label) for choice in choices]
            return self._pick(tr(entry.label), listed, lambda index: self._arm(entry, choices[index]))
        return self._arm(entry, None, refused=refused)

    def group(self, name: str) -> Change | None:
        """Opens the list of a group of actions that one button stands for."""
        bar, self.state.pending = self.view.bar, None
        listed = {**bar.groups, "more": bar.hidden, "actions": self._by_worth()}[name]
        picks_ = [
            Listed(tr(entry.label), bar.told(entry), found is not None and found.refusal is not None, entry.icon)
            for entry in listed
            for found in [bar.standing.get(entry.name)]
        ]
        titles = {"more": _("More …"), "actions": _("Actions")} | {one: label for one, (label, _tip) in GROUPS.items()}
        title = tr(titles[name]).removesuffix(" …")
        return self._pick(title, picks_, lambda at: self.use(listed[at]))

    def _by_worth(self) -> list[ActionEntry]:
        return sorted(self.view.bar.entries, key=lambda entry: entry.group != ABILITIES)

    def _pick(self, title: str, listed: Sequence[Listed], chosen: Callable[[int], Change | None]) -> Change:
        picker = Picker(title, listed, chosen, self.below, self.state.palette, self.view.scale)
        picker.through = self.view.layout.bar
        return PushScene(picker)

    def _arm(self, entry: ActionEntry, choice: ActionChoice | None, *, refused: bool = False) -> Change | None:
        if entry.aim == "nothing":
            if refused:
                self.state.aim = Aim(entry)
            made = entry.intent(**(choice.fields if choice is not None else {}))
            return None if not refused and self._asks_first(entry, made) else self.do(made)
        distance = self.state.battle.rules.unit if entry.aim == "shove" else 0
        self.state.aim = Aim(entry, choice, distance)
        return None

    def _asks_first(self, entry: ActionEntry, made: dict[str, Any]) -> bool:
        state = self.state
        ability = ability_of(state.battle.world, entry)
        if not state.confirm or ability is None or ability.whole[0].area is None:
            return False
        offer = state.offers.of((made,), Aim(entry))
        words = tr(
            "{label}: {told}.  A click in the area or {enter} uses it; {cancel} cancels.",
            label=tr(entry.label),
            told=" · ".join(offer.words),
            enter=state.named_key("enter"),
            cancel=state.named_key("cancel"),
        )
        state.pending = Confirmation((made,), words)
        return True

    # --- aiming --------------------------------------------------------------------------------------

    def farther(self, steps: int) -> None:
        """Changes the distance of an aimed forced movement, or a strike's cover."""
        state = self.state
        unit, entry = state.battle.rules.unit, state.aim.entry
        if entry is not None and entry.do in ("attack", "full-attack"):
            state.aim.cover = max(0, state.aim.cover + steps)
        if entry is None or not state.session.referee or not (entry.aim == "shove" or entry.name == "fall"):
            return
        state.aim.distance = max(unit if entry.aim == "shove" else 0, state.aim.distance + steps * unit)
        del state.aim.path[state.aim.distance // unit :]

    def higher(self, steps: int) -> None:
        state, me = self.state, self.state.own
        if me is None:
            return
        entry, battle = state.aim.entry, state.battle
        who = state.aim.target if entry is not None and entry.aim == "shove" else None
        here = battle.creature(who or me.name).cube[2]
        if entry is not None and entry.name == "drop-object" and state.hover is not None:
            here = battle.floor_at(*state.hover) + 4
        board = battle.world.board
        height = (here if state.aim.height is None else state.aim.height) + steps
        state.aim.height = max(board.floors[0], min(height, board.ceiling))

    def other_mode(self) -> None:
        state, me = self.state, self.state.own
        entry = state.aim.entry
        if me is None or (entry is not None and entry.do not in MODED):
            return
        rules = state.battle.rules
        modes = [mode for mode, listed in rules.movement.usable_modes(rules, me) if listed]
        known: list[str | None] = [None, *modes]
        at = known.index(state.aim.mode) if state.aim.mode in known else 0
        state.aim.mode = known[(at + 1) % len(known)]

    def other_roll(self) -> None:
        entry = self.state.aim.entry
        if self.state.session.referee and entry is not None and entry.aim == "shove":
            self.state.aim.rolled = not self.state.aim.rolled

    def step_back(self) -> None:
        state, aim = self.state, self.state.aim
        state.message = ("", ())
        if state.pending is not None:
            state.pending = None
        elif aim.path:
            aim.path.pop()
        elif aim.also:
            aim.also.pop()
        elif aim.height is not None or aim.mode is not None:
            aim.height, aim.mode = None, None
        elif aim.target is not None:
            aim.target = None
        else:
            state.aim = Aim()

    @property
    def aiming(self) -> bool:
        aim = self.state.aim
        return aim.entry is not None or bool(aim.path)

    # --- keys ----------------------------------------------------------------------------------------

    def enter(self) -> Change | None:
        """Does what Enter means. It confirms, takes the drawn path, acts at the cursor, or ends the turn."""
        state = self.state
        if state.pending is not None:
            return self.confirm()
        if state.aim.path:
            return self._do_wanted(state.aim.path[-1][:2])
        entry, picked = state.aim.entry, state.aim.picked
        if entry is not None and picked and not (state.cursor and self._may_pick()):
            return self.do(entry.intent(targets=list(picked)))
        if state.cursor and state.hover is not None and not (self.aiming and state.warns and state.message[0]):
            return self.click(state.hover)
        if self.aiming:
            state.say("Click the target, or press Esc to stop aiming; the turn goes on")
            return None
        return self.end_turn()

    def _may_pick(self) -> bool:
        state, me = self.state, self.state.own
        who = state.figure_at(state.hover) if state.hover is not None else None
        return me is not None and who is not None and picks(state.battle, me.name, state.aim, who)

    def end_turn(self) -> Change | None:
        """Ends the turn. If actions are left, the player must confirm first."""
        state, me = self.state, self.state.own
        if me is None:
            return None
        asked = state.pending is not None and not state.pending.intents
        left = self._unused(me)
        if state.confirm_end and left and not asked:
            state.pending = Confirmation(
                (),
                tr(
                    "{me} still has {left}. {end} again ends the turn; {cancel} goes on.",
                    me=me.name,
                    left=left,
                    end=state.named_key("end"),
                    cancel=state.named_key("cancel"),
                ),
            )
            return None
        state.pending = None
        state.aim = Aim()
        self.flow.end_turn()
        self.on_action("end")
        return None

    def _unused(self, me: Creature) -> str:
        standing = self.view.bar.standing
        known = [standing[name] for name in WORTH_A_TURN if name in standing]
        return unused_told(unused(self.state.battle, me.name, known))

    def move_cursor(self, dx: int, dy: int) -> None:
        state, board = self.state, self.state.battle.world.board
        here = state.hover
        if here is None or not state.cursor:
            who = state.now.own or state.chosen or state.now.active
            figure = state.playback.shown.figures.get(who or "")
            here = (figure.cube[0], figure.cube[1]) if figure is not None else here or (0, 0)
        x, y = min(max(here[0] + dx, 0), board.width - 1), min(max(here[1] + dy, 0), board.height - 1)
        self.point((x, y))

    def point(self, square: Square, meant: str | None = None) -> None:
        """Moves the cursor to a square, and to the creature `meant` if several are there."""
        state = self.state
        if state.pending is not None and (state.pending.square != square or state.meant != meant):
            state.pending = None
        state.cursor, state.hover, state.meant = True, square, meant
        state.message = ("", ())
        self.view.look_at_square(square)

    def next_target(self) -> None:
        state, me = self.state, self.state.own
        if me is None:
            self.cycle()
            return
        found = self.view.bar.standing.get(state.aim.entry.name) if state.aim.entry is not None else None
        aimed = set(found.legal) if found is not None and (state.aim.target is None or state.aim.picked) else set()
        hidden = state.now.hidden
        listed = [one for one in state.battle.creatures if not (one.out or one.has("object") or one.name in hidden)]
        foes = [one for one in listed if (one.name in aimed if aimed else one.side != me.side)]
        foes.sort(key=lambda one: (one.side == me.side, state.battle.distance(me.name, one.name)))
        if foes:
            here = state.figure_at(state.hover) if state.hover is not None else None
            at = next((index for index, one in enumerate(foes) if one.name == here), -1)
            after = foes[(at + 1) % len(foes)]
            self.point(self._square_of(after), after.name)

    def _square_of(self, creature: Creature) -> Square:
        inside = creature.box.footprint
        return next((square for square in inside if self.state.figure_at(square) == creature.name), inside[0])

    def cycle(self, step: int = 1) -> None:
        state = self.state
        listed = [name for name in state.session.order if not state.battle.creature(name).out]
        if listed:
            at = listed.index(state.chosen) if state.chosen in listed else -1
            state.chosen = listed[(at + step) % len(listed)]
            self.view.look_at(state.chosen)

    def faster(self) -> None:
        playback = self.state.playback
        at = SPEEDS.index(playback.speed) if playback.speed in SPEEDS else 0
        playback.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        text = _("Events are shown at speed {speed}") if playback.speed else _("Events are shown at once")
        self.state.say(text, speed=playback.speed)

    # --- clicks --------------------------------------------------------------------------------------

    def click(self, square: Square, *, shift: bool = False) -> Change | None:
        state = self.state
        if state.pending is not None:
            if state.pending.square == square or square in state.offer().area:
                return self.confirm()
            state.pending = None  # anything else starts a new aim
        who = state.figure_at(square)
        me = state.own
        if me is None:
            state.chosen = who or state.chosen
            return None
        entry = state.aim.entry
        if shift and entry is not None and entry.aim == "shove":
            state.aim.target, state.aim.path = who if who != me.name else None, []
            return None
        if shift and self._may_draw(entry):
            self._draw_on(me, square)
            return None
        if entry is not None and entry.aim == "edge" and not state.aim.path:
            state.aim.path = [(*square, 0)]  # the second click names the other side
            return None
        if who is not None and who != me.name and picks(state.battle, me.name, state.aim, who):
            pick(state.aim, who)
            return None
        if entry is not None and entry.aim == "shove" and state.aim.target is not None:
            return self._click_on_way(square, who)
        return self._do_wanted(square)

    def _do_wanted(self, square: Square) -> Change | None:
        planned = self.state.planned(square)
        if planned:
            return self.do(*planned, square=square)
        self.state.chosen = self.state.figure_at(square) or self.state.chosen
        return None

    def _may_draw(self, entry: ActionEntry | None) -> bool:
        if entry is None or entry.aim == "square" or entry.name == "charge":
            return True
        return entry.aim == "tow" and self.state.aim.target is not None

    def _click_on_way(self, square: Square, who: str | None) -> Change | None:
        aim = self.state.aim
        planned = self.state.planned(square)
        if not planned or who == aim.target or (aim.path and square == aim.path[-1][:2]):
            return self.do(*planned, square=square) if planned else None
        wanted = planned[0]
        refusal = self.state.session.why(wanted)
        if refusal is not None:
            self._refused(refusal)
        elif len(wanted["path"]) * self.state.battle.rules.unit >= aim.distance:
            return self.do(wanted, square=square)  # the full distance needs no further click
        else:
            aim.path = [tuple(cube) for cube in wanted["path"]]
        return None

    def _draw_on(self, me: Creature, square: Square) -> None:
        aim = self.state.aim
        if aim.entry is not None and aim.entry.do == "use":
            aim.path.append((*square, 0))  # a wall may begin anywhere
            return
        here = aim.path[-1] if aim.path else me.cube
        there = (square[0], square[1], self._height(me, square, here))
        if max(abs(a - b) for a, b in zip(there[:2], here[:2], strict=True)) <= 1 and there != here:
            aim.path.append(there)

    def _height(self, me: Creature, square: Square, here: Cube) -> int:
        if self.state.aim.height is not None:
            return self.state.aim.height
        return here[2] if me.position.held in ("fly", "burrow") else self.state.battle.floor_at(*square)

    # --- intents -------------------------------------------------------------------------------------

    def do(self, *wanted: dict[str, Any], square: Square | None = None) -> Change | None:
        """Submits the intents of a click, or asks for confirmation if they are dangerous."""
        self.flow.wait()
        self.state.skip()
        return None if self._needs_confirmation(wanted, square) else self._act(wanted)

    def point_at(self, square: Square) -> None:
        """Shows the question that a click on the square would ask, if it needs confirmation."""
        self.state.pending = None
        if self.state.own is not None:
            self._needs_confirmation(self.state.planned(square), square)

    def _needs_confirmation(self, wanted: tuple[dict[str, Any], ...], square: Square | None) -> bool:
        state = self.state
        if not (wanted and state.confirm and state.session.active is not None):
            return False
        offer = state.offers.of(wanted, state.aim, state.figure_at(square) if square is not None else None)
        if not offer.confirm:
            return False
        asked = tr(
            "Click again or press {enter} to confirm; {cancel} cancels.",
            enter=state.named_key("enter"),
            cancel=state.named_key("cancel"),
        )
        state.pending = Confirmation(wanted, "  ".join((*offer.confirm, asked)), square, offer.provokes)
        return True

    def confirm(self) -> Change | None:
        pending, self.state.pending = self.state.pending, None
        if pending is None:
            return None
        if not pending.intents:
            self.state.aim = Aim()
            self.flow.end_turn()
            self.on_action("end")
            return None
        self.flow.wait()
        return self._act(pending.intents)

    def _act(self, wanted: Sequence[dict[str, Any]]) -> Change | None:
        state, session = self.state, self.state.session
        state.pending = None
        refusal = session.why(wanted[0])
        if refusal is not None:
            self._refused(refusal)
            # A refused aim may be corrected.
            state.aim = replace(state.aim, path=[]) if state.aim.entry is not None else Aim()
            if not state.session.beyond(session.active or "", wanted[0]):
                state.work.send(
                    tr("{active} acts …", active=session.active), lambda: session.act(wanted[0]), lambda _: None
                )
            return None
        state.aim = Aim()
        state.message = ("", ())
        actor = session.active
        left = list(wanted)

        def play() -> None:
            state.work.send(tr("{actor} acts …", actor=actor), lambda: session.act(left[0]), then)

        def then(events: list[Event]) -> None:
            self._told(left.pop(0))
            refused = any(isinstance(one, Refused) for one in events)
            if left and session.active == actor and not refused and self._goes_on(left[0]):
                play()
            else:
                self.flow.acted()

        play()
        return None

    def _goes_on(self, wanted: dict[str, Any]) -> bool:
        target = self.state.battle.world.named.get(str(wanted.get("target", "")))
        return (target is None or not target.out) and self.state.session.why(wanted) is None

    def _told(self, wanted: dict[str, Any]) -> None:
        self.on_action(str(wanted["do"]))
        target = self.state.battle.world.named.get(str(wanted.get("target", "")))
        if target is not None and target.out:
            self.state.drop_cursor()

    def _refused(self, refusal: Refusal) -> None:
        self.state.warn(refusal.told(language_in_use()), refusal.rules)
        self.on_action("refused")
