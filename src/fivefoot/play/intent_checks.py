"""What an intent must be before it is judged: a plain table or a typed one, found sound or told what is wrong."""

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
    """The typed intent for a plain table, or the typed intent itself once it has been found sound.

    `kinds` are the intents that there are, by what tables call them.

    Raises:
        ScenarioError: it is no intent; the error says what is wrong with it.
    """
    if isinstance(wanted, IntentBase):
        try:
            plain: object = msgspec.to_builtins(wanted)
        except (TypeError, ValueError, RecursionError) as error:
            raise ScenarioError(
                source="intent", place="", found=f"what no intent holds ({error})", allowed="plain values"
            ) from None
    else:
        plain = dict(wanted) if isinstance(wanted, Mapping) else wanted
    check_sound(plain, "intent")
    # As the kind that it names: msgspec makes up its mind about a union anew each time, which takes far longer.
    do = plain.get("do") if isinstance(plain, dict) else None
    kind = kinds.get(do) if isinstance(do, str) else None
    any_of_them: Any = reduce(or_, kinds.values()) if kind is None else kind
    typed: Intent = decode(plain, any_of_them, "intent")
    return wanted if typed == wanted else typed
