"""Checks the form of an intent before it is judged: a plain table or a typed one."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from ..components.intents import BY_NAME, Intent, IntentBase
from ..engine.errors import ScenarioError
from ..engine.memo import Memo
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
            written = type(wanted), msgspec.msgpack.encode(wanted)
            known = _CHECKED.get(written)
            if known is not None and kinds.get(known.do) is type(known):
                return known
            plain: object = msgspec.to_builtins(wanted)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise ScenarioError("intent", "", f"what no intent holds ({error})", "plain values") from None
        typed = _checked(plain, kinds)
        return _CHECKED.keep(written, wanted if typed == wanted else typed)
    return _checked(dict(wanted) if isinstance(wanted, Mapping) else wanted, kinds)


_CHECKED: Memo[tuple[type, bytes], Intent] = Memo(4096)
"""Sound typed intents, by their type and their values as they are written."""


def _checked(plain: object, kinds: Mapping[str, type[IntentBase]]) -> Intent:
    """The typed intent of a plain table."""
    check_sound(plain, "intent")
    # Decoded as the kind that it names: msgspec handles a union much more slowly.
    do = plain.get("do") if isinstance(plain, dict) else None
    kind = kinds.get(do) if isinstance(do, str) else None
    any_of_them: Any = reduce(or_, kinds.values()) if kind is None else kind
    typed: Intent = decode(plain, any_of_them, "intent")
    return typed
