"""Checks the form of an intent before it is judged: a plain table or a typed one."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from ..components.intents import BY_NAME, Intent, IntentBase
from ..engine.errors import ScenarioError
from ..engine.scenario.parse import check_sound
from ..engine.scenario.validate import decode


def typed_of(wanted: object, kinds: Mapping[str, type[IntentBase]] = BY_NAME) -> Intent:
    """The typed intent of a plain table, or the typed intent itself once checked.

    `kinds` are the allowed intents, by their names in tables.

    Raises:
        ScenarioError: it is no intent; the error says what is wrong with it.
    """
    if isinstance(wanted, IntentBase):
        try:
            plain: object = msgspec.to_builtins(wanted)
        except (TypeError, ValueError, RecursionError) as error:
            raise ScenarioError("intent", "", f"what no intent holds ({error})", "plain values") from None
    else:
        plain = dict(wanted) if isinstance(wanted, Mapping) else wanted
    check_sound(plain, "intent")
    # Decoded as the kind that it names: msgspec handles a union much more slowly.
    do = plain.get("do") if isinstance(plain, dict) else None
    kind = kinds.get(do) if isinstance(do, str) else None
    any_of_them: Any = reduce(or_, kinds.values()) if kind is None else kind
    typed: Intent = decode(plain, any_of_them, "intent")
    return wanted if typed == wanted else typed
