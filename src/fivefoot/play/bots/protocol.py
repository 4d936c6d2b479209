"""Lines between fivefoot and a bot (docs/bots.md)."""

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

import msgspec

from ...components.decision import Decision
from ...components.events import Event
from ...components.intents import Intent, IntentBase
from ...engine.brains import View
from ...engine.combat.threat import span_of
from ...engine.decoding import convert, decode
from ...engine.errors import spelled
from ...engine.rules.own_intents import any_intent
from ...engine.rules.ruleset import Ruleset, World
from ...engine.scenario.format import Scenario
from ...engine.state.creature import Creature
from .bot_process import BotFault

PROTOCOL = "fivefoot-bot"
VERSION = 1

Message: TypeAlias = dict[str, object]


class Greeting(msgspec.Struct, tag="hello"):
    protocol: str
    version: int
    name: str = ""
    questions: bool = False
    """True if it answers decisions."""


class Asked(msgspec.Struct, tag="intent"):
    """A bot's answer that contains a whole intent."""

    id: int
    intent: msgspec.Raw


class Chosen(msgspec.Struct, tag="choice"):
    """A bot's answer that chooses one of the legal intents by its number."""

    id: int
    index: int


Answer: TypeAlias = Asked | Chosen


def hello(limits: Message, engine: str) -> Message:
    return {"type": "hello", "protocol": PROTOCOL, "version": VERSION, "engine": engine, "limits": limits}


def greeted(line: bytes) -> Greeting:
    try:
        greeting = decode(line, Greeting)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BotFault("garbage", f"no greeting ({_brief(error)})") from None
    if greeting.protocol != PROTOCOL or greeting.version != VERSION:
        spoken = f"{greeting.protocol[:40]} {greeting.version}"
        raise BotFault("garbage", f"it speaks {spoken}, not {PROTOCOL} {VERSION}")
    return greeting


def setting(view: View, scenario: Scenario, hidden: Collection[str]) -> Message:
    world, spec = view.world, scenario.board
    return {
        "type": "battle",
        "title": scenario.title,
        "ruleset": world.rules.name,
        "unit": world.rules.unit,
        "side": view.me.side,
        "board": {
            "width": world.board.width,
            "height": world.board.height,
            "ceiling": spec.ceiling,
            "map": list(spec.rows),
            "legend": msgspec.to_builtins(spec.legend),
            "edges": msgspec.to_builtins(spec.edges),
        },
        "creatures": [_nature(world, creature) for creature in world.creatures if creature.name not in hidden],
    }


def _nature(world: World, creature: Creature) -> Message:
    span, unit = span_of(world.rules, creature), world.rules.unit
    body = creature.body
    return {
        "name": creature.name,
        "side": creature.side,
        "size": creature.size.name,
        "squares": creature.size.side,
        "speed": dict(world.rules.movement.speeds(world.rules, creature)),
        "reach": [max(span.least + 1, 0) * unit, span.most * unit],
        "hp": creature.health.full,
        "ac": body.ac,
        "attack": body.attack,
        "damage": body.damage,
        "traits": sorted(body.traits),
    }


def question(
    number: int,
    view: View,
    legal: Sequence[Intent],
    events: Sequence[Event],
    hidden: Collection[str],
    clock: Message,
) -> Message:
    world, actor = view.world, view.me
    return {
        "type": "choose",
        "id": number,
        "round": world.round,
        "actor": actor.name,
        "actions": {name: left for name, left in actor.turn.actions.items() if left},
        "creatures": [_state(creature) for creature in world.creatures if creature.name not in hidden],
        "events": [event.to_dict() for event in events if not _betrays(event, hidden)],
        "legal": [msgspec.to_builtins(intent) for intent in legal],
        "clock": clock,
    }


def midway(
    number: int, view: View, asked: Decision, events: Sequence[Event], hidden: Collection[str], clock: Message
) -> Message:
    return {
        "type": "question",
        "id": number,
        "round": view.world.round,
        "creatures": [_state(creature) for creature in view.world.creatures if creature.name not in hidden],
        "events": [event.to_dict() for event in events if not _betrays(event, hidden)],
        "clock": clock,
        **asked.to_dict(),
        "usual": [option.key for option in asked.options].index(asked.default),
    }


def _state(creature: Creature) -> Message:
    return {
        "name": creature.name,
        "side": creature.side,
        "at": list(creature.cube),
        "hp": creature.health.hp,
        "conditions": sorted(creature.condition.held),
        "out": creature.out,
    }


def _betrays(event: Event, hidden: Collection[str]) -> bool:
    if not hidden:
        return False
    return any(getattr(event, field, None) in hidden for field in ("who", "actor", "by", "against", "target"))


def answered(line: bytes, number: int, legal: Sequence[Intent], rules: Ruleset) -> Intent | None:
    """Returns the intent that a bot answered; None if the answer is to an older request."""
    answer = _answer(line, number)
    if answer is None:
        return None
    if isinstance(answer, Chosen):
        return legal[_place(answer, len(legal))]
    try:
        wanted: Any = msgspec.json.decode(answer.intent)
        intent: Intent = convert(wanted, any_intent(rules.actions.own.values()))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BotFault("garbage", f"no intent ({_brief(error)})") from None
    if intent not in legal and not is_plain(intent, rules):
        raise BotFault("illegal", f"{intent.do} as it is not listed among the legal intents")
    return intent


def chosen(line: bytes, number: int, options: int) -> int | None:
    """Returns the number of a bot's chosen option. None: it answers an older request."""
    answer = _answer(line, number)
    if isinstance(answer, Asked):
        raise BotFault("illegal", "an intent for an answer")
    return _place(answer, options) if answer is not None else None


def check_answer(line: bytes, asked: int) -> None:
    _answer(line, asked)


def _answer(line: bytes, number: int) -> Answer | None:
    try:
        answer: Answer = decode(line, Answer)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BotFault("garbage", f"no answer ({_brief(error)})") from None
    if 0 <= answer.id < number:
        return None
    if answer.id != number:
        raise BotFault("garbage", f"an answer to question {spelled(answer.id)}, of which there are {number}")
    return answer


def _place(answer: Chosen, count: int) -> int:
    if not 0 <= answer.index < count:
        raise BotFault("illegal", f"choice {spelled(answer.index)} of {count}")
    return answer.index


def is_plain(intent: IntentBase, rules: Ruleset) -> bool:
    """True if the intent has no field that only referees may use."""
    if intent.do in rules.actions.own:
        return True
    may = intent.bots_set
    if may is None:
        return False
    for field in msgspec.structs.fields(intent):
        may_be_set = field.name in may or field.name in ("action", "part")
        if not may_be_set and getattr(intent, field.name) != field.default:
            return False
    return True


def _brief(error: Exception) -> str:
    text = "".join(c if c.isprintable() else " " for c in str(error))
    return text[:120] if text else type(error).__name__
