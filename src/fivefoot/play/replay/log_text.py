"""The log in sentences: rounds, turns and events."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never, get_args

from msgspec import UNSET, to_builtins

from ...components import events as ev
from ...components.definitions import ObjectiveKind
from ...components.events import Event
from ...components.position import Cube
from ...engine.board.tiles import BUILT_IN, BUILT_IN_SPECS
from ...engine.messages import ENGLISH, Message, Value, _, counted, short_length, translated, wording
from ...engine.rules.ruleset import World
from ...engine.scenario.shipped import shipped

Labels: TypeAlias = Mapping[tuple[str, str], str]
"""Names for people of abilities, items and conditions, by (kind, id)."""
STYLES = {
    "round": "bold",
    "turn": "bold cyan",
    "refused": "yellow",
    "hurt": "red",
    "down": "bold red",
    "end": "bold green",
    "plain": "",
    "aside": "dim",
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log in words."""

    depth: int
    """0 the battle, 1 a turn, 2 an event."""
    text: str
    kind: str = "plain"
    """A key of `STYLES`."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that decided the event."""


def labels_of(world: World) -> Labels:
    """Returns the labels of abilities, items, conditions and tiles in a battle's scenario."""
    defined = world.rules.defined
    named = [(("abilities", name), one.label) for name, one in world.abilities.items()]
    named += [(("items", name), one.label) for name, one in defined.items.items()]
    named += [(("conditions", name), one.label) for name, one in defined.conditions.items()]
    own = {("tiles", char): "" for char, tile in world.board.legend.items() if BUILT_IN.get(char) != tile}
    return {thing: label for thing, label in named if label} | own


def chronicle(
    events: Iterable[Event],
    unit: str,
    sides: "dict[str, str] | None" = None,
    language: str = ENGLISH,
    labels: Labels | None = None,
    fallen: set[str] | None = None,
) -> Iterator[LogLine]:
    """Yields the log as lines of text. A walk is one line, as are squares that change alike.

    `unit` is `ft` or `sq`. `labels` have priority over those of shipped things. `fallen` are the defeated creatures
    before the events, and afterwards those after them.
    """
    sides = sides or {}
    fallen = set() if fallen is None else fallen
    rounds = 0
    group: list[Event] = []
    words = Wording(unit, language, labels or {})
    for event in events:
        if group and not one_line(group[-1], event):
            yield from words.grouped(group)
            group = []
        if isinstance(event, (ev.Moved, ev.ForcedMoved)) or (isinstance(event, ev.Changed) and event.between is UNSET):
            group.append(event)
            continue
        if isinstance(event, ev.TurnStarted) and event.round != rounds:
            rounds = event.round
            yield LogLine(0, words.say(_("Round {round}"), round=rounds), "round")
        if isinstance(event, ev.Downed):
            fallen.add(event.who)
        elif isinstance(event, ev.Healed):
            fallen.discard(event.who)
        elif untold(event) and getattr(event, "who", "") in fallen:
            continue
        line = words.line(event, sides)
        if line is not None:
            yield line
    if group:
        yield from words.grouped(group)


def told(
    event: Event,
    language: str = ENGLISH,
    unit: str = "",
    labels: Labels | None = None,
    log: Sequence[Event] = (),
) -> str:
    """Describes an event in a sentence. It may be empty.

    `unit` is `ft` or `sq`. `labels` have priority over those of shipped things. With the battle's `log`, conditions of
    defeated creatures are left out.
    """
    if untold(event) and _defeated(getattr(event, "who", ""), log, event.seq):
        return ""
    words = Wording(unit, language, labels or {})
    if isinstance(event, ev.TurnStarted):
        return words.say(_("{who}'s turn begins"), who=event.actor)
    if isinstance(event, ev.TurnEnded):
        return words.say(_("{who}'s turn ends"), who=event.actor)
    line = words.line(event, {})
    return "" if line is None else line.text


def told_together(group: Sequence[Event], language: str = ENGLISH, unit: str = "", labels: Labels | None = None) -> str:
    """Describes events in one line, such as the steps of a walk. Empty if they need several lines."""
    lines = Wording(unit, language, labels or {}).grouped(group)
    return lines[0].text if len(lines) == 1 else ""


def untold(event: Event) -> bool:
    """True for events that interest nobody if they are about a defeated creature.

    Those are its conditions, but not its death.
    """
    return isinstance(event, (ev.Gained, ev.Lost, ev.Renewed)) and event.condition != "dead"


def _defeated(who: str, log: Sequence[Event], upto: int) -> bool:
    for at in range(min(upto, len(log)) - 1, -1, -1):
        event = log[at]
        if isinstance(event, (ev.Downed, ev.Healed)) and event.who == who:
            return isinstance(event, ev.Downed)
    return False


_ALTERNATING = {"walk", "fly"}
"""Modes that creatures may alternate at no cost, often from square to square."""


def one_line(last: Event, event: Event) -> bool:
    """True if two events share a line: steps of one walk, or squares that change alike."""
    if isinstance(last, ev.Moved) and isinstance(event, ev.Moved):
        alike = last.mode == event.mode or {last.mode, event.mode} == _ALTERNATING
        return alike and (last.who, last.to) == (event.who, event.from_)
    if isinstance(last, ev.ForcedMoved) and isinstance(event, ev.ForcedMoved):
        return (last.who, last.to, last.kind) == (event.who, event.from_, event.kind)
    if isinstance(last, ev.Changed) and isinstance(event, ev.Changed):
        return (last.between, last.tile, last.by_) == (UNSET, event.tile, event.by_)
    return False


_FORCED = {
    "push": _("{who} is pushed from {way}"),
    "pull": _("{who} is pulled from {way}"),
    "slide": _("{who} is slid from {way}"),
    "carry": _("{who} is carried from {way}"),
}
_FORCED_BY = {
    "push": _("{who} is pushed by {by} from {way}"),
    "pull": _("{who} is pulled by {by} from {way}"),
    "slide": _("{who} is slid by {by} from {way}"),
    "carry": _("{who} is carried by {by} from {way}"),
}
_AT_REST = {
    "use": _("{who} has used an ability and is at {place}"),
    "afflict": _("{who}: effect on a creature done; {who} is at {place}"),
    "push": _("{who} has finished pushing a creature and is at {place}"),
    "pull": _("{who} has finished pulling a creature and is at {place}"),
    "slide": _("{who} has finished sliding another creature and is at {place}"),
}
"""Sentences for intents with names that say little."""
_INTENTS = {"minimum": _("minimum move"), "step": _("5-foot step")}
"""Names of intents whose ids say little."""
DEFENCE = "defence: "
"""The start of a modifier's reason if it changes the target's defence."""
_HARMS = {"object": _("falling object")}
"""Kinds of damage whose ids say little."""
_OBSTACLES = {"border": _("the edge of the board"), "wall": _("a wall"), "terrain": _("the terrain")}
_GOING = {
    "walk": _("{who} goes from {way}, {cost}"),
    "climb": _("{who} climbs from {way}, {cost}"),
    "swim": _("{who} swims from {way}, {cost}"),
    "fly": _("{who} flies from {way}, {cost}"),
    "burrow": _("{who} burrows from {way}, {cost}"),
    "crawl": _("{who} crawls from {way}, {cost}"),
    "jump": _("{who} jumps from {way}, {cost}"),
    "put-back": _("{who} is moved back from {way}"),
}


def _char(event: ev.Changed) -> str:
    return str(event.tile.get("char", ".")) if isinstance(event.tile, dict) else "."


def _place(cube: Cube) -> str:
    x, y, z = cube
    return f"({x}, {y})" if z == 0 else f"({x}, {y}, {z})"


@dataclass(frozen=True, slots=True)
class Wording:
    unit: str
    language: str = ENGLISH
    labels: Labels = field(default_factory=dict)

    def say(self, text: str, **values: Value) -> str:
        return Message(text, values).told(self.language)

    def counted(self, one: str, many: str, count: int, **values: Value) -> str:
        return counted(one, many, count, **values).told(self.language)

    def far(self, amount: float) -> str:
        return short_length(amount, self.unit == "ft").told(self.language) if self.unit else f"{amount:g}"

    def label(self, kind: str, name: str) -> str:
        """Returns the label that players see for an ability, item or other thing; else its id."""
        label = self.labels.get((kind, name)) or str(shipped(kind).get(name, {}).get("label") or name)
        return next((told for one in (name, label) if (told := wording(one, self.language)) != one), label)

    def condition(self, name: str) -> str:
        told = self.label("conditions", name)
        return told if told in (name, wording(name, self.language)) else told[:1].lower() + told[1:]

    def topic(self, name: str) -> Value:
        """Returns what a die is rolled for, in words, such as `acrobatics`."""
        condition = self.condition(name)
        return Message(name) if condition == name else condition

    def intent(self, name: str) -> Message:
        return Message(_INTENTS.get(name, name))

    def sentence(self, text: str) -> str:
        return translated(text, self.language)

    def walked(self, walk: Sequence[ev.Moved | ev.ForcedMoved]) -> LogLine:
        first, last = walk[0], walk[-1]
        ends: dict[str, Value] = {"from": _place(first.from_), "to": _place(last.to)}
        if len(walk) > 1:
            ends["by"] = " ".join(_place(step.to) for step in walk[:-1])
        way = Message(_("{from} to {to} via {by}") if len(walk) > 1 else _("{from} to {to}"), ends)
        rules = tuple(dict.fromkeys(rule for step in walk for rule in step.rules))
        if isinstance(first, ev.Moved):
            spent = sum(step.cost for step in walk if isinstance(step, ev.Moved))
            cost = self.say(_("cost {far}"), far=self.far(spent)) if spent else self.say(_("at no cost"))
            text = _GOING.get(first.mode) or _("{who} moves from {way}, {cost}")
            modes = dict.fromkeys(step.mode for step in walk if isinstance(step, ev.Moved))
            if len(modes) > 1:
                text = _("{who} moves ({modes}) from {way}, {cost}")
            values: dict[str, Value] = {"cost": cost, "modes": ", ".join(map(self.say, modes))}
            return LogLine(2, self.say(text, who=first.who, way=way, **values), rules=rules)
        text = (_FORCED_BY if first.by else _FORCED).get(first.kind, _("{who} is moved from {way}"))
        return LogLine(2, self.say(text, who=first.who, by=first.by or "", way=way), rules=rules)

    def line(self, event: Event, sides: dict[str, str]) -> LogLine | None:
        say = self.say
        match event:
            case ev.BattleStarted():
                return LogLine(0, say(_("{ruleset}, seed {seed}"), ruleset=event.ruleset, seed=event.seed), "aside")
            case ev.BattleEnded():
                why = self.sentence(reason_told(event.why))
                if event.winner is None:
                    return LogLine(0, say(_("Nobody wins: {why}"), why=why), "end", event.rules)
                return LogLine(
                    0,
                    say(_("Victory for {side}: {why}"), side=wording(event.winner, self.language), why=why),
                    "end",
                    event.rules,
                )
            case ev.TurnStarted():
                side = wording(sides.get(event.actor, ""), self.language)
                return LogLine(1, f"{event.actor} ({side})" if side else event.actor, "turn")
            case ev.TurnEnded():
                return None
            case ev.Refused():
                text = say(
                    _("{intent} refused: {reason}"),
                    intent=self.intent(event.intent),
                    reason=self.sentence(event.reason),
                )
                return LogLine(2, text, "refused", event.rules)
            case ev.Done():
                text = _("{who}: {intent} done; {who} is at {place}")
                values: dict[str, Value] = {"who": event.actor, "place": _place(event.at)}
                if event.intent == "end":
                    text = _("{who} ends the turn at {place}")
                elif event.intent in _AT_REST:
                    text = _AT_REST[event.intent]
                elif event.spent:
                    text, values["far"] = (
                        _("{who}: {intent} done, cost {far}; {who} is at {place}"),
                        self.far(event.spent),
                    )
                return LogLine(2, say(text, intent=self.intent(event.intent), **values), "aside", event.rules)
            case ev.Stopped():
                values = {"intent": self.intent(event.intent), "reason": self.sentence(event.reason)}
                if event.spent:
                    text = say(_("{intent} stopped after {far}: {reason}"), far=self.far(event.spent), **values)
                else:
                    text = say(_("{intent} stopped: {reason}"), **values)
                return LogLine(2, text, "refused", event.rules)
            case ev.Teleported():
                way = Message(_("{from} to {to}"), {"from": _place(event.from_), "to": _place(event.to)})
                return LogLine(2, say(_("{who} teleports from {way}"), who=event.who, way=way), rules=event.rules)
            case ev.Fell():
                way = Message(_("{from} to {to}"), {"from": _place(event.from_), "to": _place(event.to)})
                far = self.far(event.squares * 5) if self.unit == "ft" else _squares(event.squares)
                text, values = _("{who} falls {far}, from {way}"), {"who": event.who, "far": far, "way": way}
                if event.from_[2] - event.to[2] > event.squares:  # the water's own square is not counted
                    text = _("{who} falls {far} and sinks into water, from {way}")
                    if not event.squares:
                        text = _("{who} sinks into water, from {way}")
                if isinstance(event.onto, tuple):
                    text, values["onto"] = _("{who} falls {far}, from {way}, onto {onto}"), ", ".join(event.onto)
                return LogLine(2, say(text, **values), "hurt", event.rules)
            case ev.Opportunity():
                text = _("{target} leaves {place}: {by} may make an opportunity attack")
                return LogLine(
                    2, say(text, by=event.by, target=event.against, place=_place(event.at)), "refused", event.rules
                )
            case ev.Struck():
                return LogLine(2, self._struck(event), rules=event.rules)
            case ev.Rolled():
                return LogLine(2, self._rolled(event), rules=event.rules)
            case ev.Damaged():
                text = _("{who} takes {amount} damage ({kind})")
                kind = _HARMS.get(event.kind, event.kind)
                values = {"who": event.who, "amount": event.amount, "kind": Message(kind)}
                if event.hp is not None:
                    values["hp"] = event.hp
                    text = _("{who} takes {amount} damage ({kind}), {hp} hp left")
                    if event.hp <= 0:
                        text = _("{who} takes {amount} damage ({kind}), now at {hp} hp")
                return LogLine(2, say(text, **values), "hurt", event.rules)
            case ev.Gained():
                return LogLine(
                    2,
                    say(_("{who} is {condition}"), who=event.who, condition=self.condition(event.condition)),
                    rules=event.rules,
                )
            case ev.Lost():
                text = _("{who} is no longer {condition}")
                return LogLine(
                    2, say(text, who=event.who, condition=self.condition(event.condition)), rules=event.rules
                )
            case ev.Downed():
                return LogLine(2, say(_("{who} is defeated"), who=event.who), "down", event.rules)
            case ev.Healed():
                if event.hp is None:
                    return LogLine(
                        2,
                        self.counted(
                            "{who} regains {count} hit point",
                            "{who} regains {count} hit points",
                            event.amount,
                            who=event.who,
                        ),
                        rules=event.rules,
                    )
                text = self.counted(
                    "{who} regains {count} hit point, {hp} hp now",
                    "{who} regains {count} hit points, {hp} hp now",
                    event.amount,
                    who=event.who,
                    hp=event.hp,
                )
                return LogLine(2, text, rules=event.rules)
            case ev.Changed():
                return LogLine(2, self._change(event), "aside", event.rules)
            case ev.Joined():
                text = _("{who} (side {side}) joins the battle at {place}")
                return LogLine(
                    2,
                    say(text, who=event.who, side=wording(event.side, self.language), place=_place(event.at)),
                    rules=event.rules,
                )
            case ev.Left():
                return LogLine(
                    2, say(_("{who} disappears from {place}"), who=event.who, place=_place(event.at)), rules=event.rules
                )
            case ev.Used():
                text, values = _("{who} uses the ability {ability}, aimed at {place}"), {"place": _place(event.at)}
                if event.targets:
                    text, values = (
                        _("{who} uses the ability {ability} on {targets}"),
                        {"targets": ", ".join(event.targets)},
                    )
                return LogLine(
                    1,
                    say(text, who=event.who, ability=self.label("abilities", event.ability), **values),
                    rules=event.rules,
                )
            case ev.ResourceChanged():
                text = (
                    _("{who} has {left} {resource} left") if event.amount <= 0 else _("{who} has {left} {resource} now")
                )
                return LogLine(
                    2, say(text, who=event.who, left=event.left, resource=Message(event.name)), rules=event.rules
                )
            case ev.Renewed():
                values = {"who": event.who, "condition": self.condition(event.condition)}
                if isinstance(event.stacks, int):
                    return LogLine(
                        2,
                        self.counted(
                            "{who} is {condition} (1 stack)",
                            "{who} is {condition} ({count} stacks)",
                            event.stacks,
                            **values,
                        ),
                        rules=event.rules,
                    )
                return LogLine(2, say(_("{who} is still {condition}"), **values), rules=event.rules)
            case ev.Blocked():
                values = {
                    "who": event.who,
                    "into": Message(_OBSTACLES.get(event.into, event.into)),
                    "place": _place(event.at),
                    "far": self.far(event.left),
                }
                text = _("{into} stops {who} at {place}; {far} of the movement remain")
                return LogLine(2, say(text, **values), rules=event.rules)
            case ev.Equipped(away=True):
                return LogLine(
                    2,
                    say(_("{who} puts {item} away"), who=event.who, item=self.label("items", event.item)),
                    rules=event.rules,
                )
            case ev.Equipped():
                return LogLine(
                    2,
                    say(_("{who} equips {item}"), who=event.who, item=self.label("items", event.item)),
                    rules=event.rules,
                )
            case ev.ZoneMade():
                return LogLine(
                    2,
                    self.counted(
                        "the zone {zone} covers {count} square",
                        "the zone {zone} covers {count} squares",
                        len(event.squares),
                        zone=self.label("abilities", event.zone),
                    ),
                    "aside",
                    event.rules,
                )
            case ev.ZoneEnded():
                return LogLine(
                    2, say(_("the zone {zone} ends"), zone=self.label("abilities", event.zone)), "aside", event.rules
                )
            case ev.Hidden():
                return LogLine(2, say(_("{who} is hidden"), who=event.who), rules=event.rules)
            case ev.Revealed():
                return LogLine(2, say(_("{who} is visible again"), who=event.who), rules=event.rules)
            case ev.Moved() | ev.ForcedMoved():
                return self.walked([event])
            case _:
                assert_never(event)

    def outcome(self, event: ev.Struck | ev.Rolled) -> str:
        return self.say(outcome_told(event))

    def modifiers(self, modifiers: Sequence[tuple[str, int | str]]) -> str:
        if not modifiers:
            return ""
        named = (
            f"{self.say(why)} {amount:+d}"
            if isinstance(amount, int)
            else self.say(_("{amount} from {source}"), amount=Message(amount), source=Message(why))
            for why, amount in modifiers
        )
        return f" ({', '.join(named)})"

    def _struck(self, event: ev.Struck) -> str:
        own = [(why, amount) for why, amount in event.modifiers if not why.startswith(DEFENCE)]
        defence = [(why[len(DEFENCE) :], amount) for why, amount in event.modifiers if why.startswith(DEFENCE)]
        values: dict[str, Value] = {
            "by": event.by,
            "target": event.target,
            "total": f"{event.total}{self.modifiers(own)}",
            "against": f"{event.against}{self.modifiers(defence)}",
            "outcome": self.outcome(event),
        }
        if event.hit and event.damage:  # an ability deals its damage afterwards
            return self.say(
                _("{by} strikes {target}: total {total} against {against}, {outcome}, {damage} damage"),
                damage=event.damage,
                **values,
            )
        return self.say(_("{by} strikes {target}: total {total} against {against}, {outcome}"), **values)

    def _rolled(self, event: ev.Rolled) -> str:
        results = " + ".join(map(str, event.results))
        if results != str(event.total) or event.modifiers:
            told = [amount for _why, amount in event.modifiers if isinstance(amount, int)]
            rest = event.total - sum(event.results) - sum(told)
            own = (*event.modifiers, (_("modifier"), rest)) if rest else event.modifiers
            named = results + self.modifiers(own)
            results = self.say(_("{results}, total {total}"), results=named, total=event.total)
        values: dict[str, Value] = {
            "who": event.who,
            "dice": event.dice,
            "what": self.topic(event.for_),
            "results": results,
            "outcome": self.outcome(event),
        }
        if event.outcome == event.for_:
            return self.say(_("{who} rolls {dice} for {what}: {results}"), **values)
        if event.outcome == "damage":
            return self.say(_("{who} rolls {dice} for damage ({what}): {results}"), **values)
        if event.dc is None:
            return self.say(_("{who} rolls {dice} for {what}: {results}, {outcome}"), **values)
        return self.say(_("{who} rolls {dice} for {what}: {results} against {dc}, {outcome}"), dc=event.dc, **values)

    def _change(self, event: ev.Changed) -> str:
        if isinstance(event.between, tuple):
            a, b = event.between
            text = _("the edge between {a} and {b} changes to: {kind}")
            return self.say(text, a=f"({a[0]}, {a[1]})", b=f"({b[0]}, {b[1]})", kind=Message(str(event.kind)))
        x, y = event.at if isinstance(event.at, tuple) else (0, 0)
        place, char, words = f"({x}, {y})", _char(event), self._ground(event)
        if words:
            return self.say(_("the square {place} changes to: {words}"), place=place, words=words)
        return self.say(_("the square {place} is now what '{char}' stands for on the map"), place=place, char=char)

    def grouped(self, group: Sequence[Event]) -> list[LogLine]:
        """Tells events that `one_line` holds together."""
        steps = [event for event in group if isinstance(event, (ev.Moved, ev.ForcedMoved))]
        return [self.walked(steps)] if steps else self._changed([one for one in group if isinstance(one, ev.Changed)])

    def _changed(self, group: Sequence[ev.Changed]) -> list[LogLine]:
        words = self._ground(group[0])
        if len(group) == 1 or not words:
            return [LogLine(2, self._change(event), "aside", event.rules) for event in group]
        text = self.counted(
            "{count} square changes to: {words}", "{count} squares change to: {words}", len(group), words=words
        )
        return [LogLine(2, text, "aside", group[0].rules)]

    def _ground(self, event: ev.Changed) -> str:
        words = self._tile(event.tile) if isinstance(event.tile, dict) else ""
        char = _char(event)
        if not words and char in BUILT_IN_SPECS and ("tiles", char) not in self.labels:
            words = self._tile(to_builtins(BUILT_IN_SPECS[char])) or self.say(_("plain floor"))
        return words

    def _tile(self, tile: Mapping[str, object]) -> str:
        words: list[str] = []
        for key, value in tile.items():
            if key in ("char", "fills") or value is False:
                continue
            if value is True or (key, value) == ("terrain", "blocked"):
                words.append(self.say(key if value is True else "wall"))
            elif key == "terrain":
                words.append(self.say(_("{kind} terrain"), kind=Message(str(value))))
            elif key == "floor":
                words.append(self.say(_("floor at height {height}"), height=str(value)))
            else:
                words.append(f"{self.say(key)} {self.say(str(value))}")
        return ", ".join(words)


def outcome_told(event: ev.Struck | ev.Rolled) -> str:
    if isinstance(event, ev.Struck) and not event.outcome:
        return "hit" if event.hit else "miss"
    return event.outcome.replace("-", " ")


def reason_told(why: str) -> str:
    kind, _colon, reason = why.partition(": ")
    return reason if kind in get_args(ObjectiveKind) else why


def _squares(count: int) -> Message:
    return counted("{count} square", "{count} squares", count)
