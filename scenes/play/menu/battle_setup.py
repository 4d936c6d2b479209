"""The set-up of a battle in the menu, without drawing."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from ....engine.brains import BRAINS
from ....engine.messages import _, tr
from ....engine.rulesets import RULESETS
from ....engine.scenario.convert import unscripted
from ....engine.scenario.format import Scenario
from ....play.battle import Battle
from ....play.table.session import LEVELS, PERSON, Session, seats, usual_brain

AS_WRITTEN = _("as the file has it")
MOST_SIDES = 6


class SetupRow(NamedTuple):
    """A row in the form before a battle: one setting with its options."""

    name: str
    label: str
    options: list[str]
    now: str
    """The present value."""


class BattleSetup:
    """What a player has chosen before a battle: ruleset, players, seed and house rules."""

    def __init__(self, scenario: Scenario, seed: str = "") -> None:
        self.scenario = scenario
        self.ruleset: str | None = None
        """The ruleset that replaces the scenario's."""
        self.switches: dict[str, object] = {}
        """House rules."""
        self.switch: str | None = None
        """The house rule being changed."""
        self.seed = seed
        self.players = seats(scenario, self.sides)

    @property
    def sides(self) -> list[str]:
        return list(dict.fromkeys(one.side for one in self.scenario.creatures if "object" not in one.traits))[
            :MOST_SIDES
        ]

    def rows(self) -> Iterator[SetupRow]:
        yield SetupRow("ruleset", tr("Ruleset"), [tr(AS_WRITTEN), *RULESETS], self.ruleset or tr(AS_WRITTEN))
        for side in self.sides:
            now = tr(LEVELS.get(self.players[side], self.players[side]))
            listed = [tr(LEVELS.get(name, name)) for name in (PERSON, *BRAINS)]
            yield SetupRow(f"side {side}", tr(side).capitalize(), listed, now)
        switches = RULESETS[self.ruleset or self.scenario.ruleset].switches
        names = [tr("none changed") if not self.switches else tr("change another"), *sorted(switches)]
        yield SetupRow("switch", tr("House rule"), names, self.switch or names[0])
        if self.switch is not None and self.switch in switches:
            values = [str(value) for value in switches[self.switch].values] or ["0"]
            now = str(self.switches.get(self.switch, switches[self.switch].default))
            yield SetupRow("value", tr("… is"), [*dict.fromkeys([now, *values])], now)

    def choose(self, name: str, text: str) -> None:
        known = RULESETS[self.ruleset or self.scenario.ruleset].switches
        if name == "ruleset":
            self.ruleset = None if text == tr(AS_WRITTEN) else text
            self.switches.clear()
            self.switch = None
        elif name == "switch":
            self.switch = text if text in known else None
        elif name == "value" and self.switch is not None:
            self.switches[self.switch] = next((v for v in known[self.switch].values if str(v) == text), text)
        elif name.startswith("side "):
            self.players[name.removeprefix("side ")] = next(
                (key for key, told in LEVELS.items() if tr(told) == text), text
            )

    def rules_in_words(self) -> str:
        house = {**self.scenario.rules, **self.switches}
        changed = f", {', '.join(f'{name} = {value}' for name, value in house.items())}" if house else ""
        return tr("Rules: {game}{changed}", game=RULESETS[self.ruleset or self.scenario.ruleset].title, changed=changed)

    def watched(self) -> dict[str, str]:
        """Returns {side: AI player} for a battle to watch, with AI players in place of people."""
        return {side: usual_brain() if player == PERSON else player for side, player in self.players.items()}

    def hot_seat(self) -> dict[str, str]:
        """Returns {side: player} with people at this window for all sides."""
        return dict.fromkeys(self.sides, PERSON)

    def table(self, players: dict[str, str], lookback: str) -> Session:
        fought = unscripted(self.scenario, self.ruleset).scenario
        if self.switches:
            fought = msgspec.structs.replace(fought, rules={**fought.rules, **self.switches})
        return Session(Battle(fought, seed=number_in(self.seed)), players, lookback=lookback)


def number_in(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.removeprefix("-").isdigit() else None
