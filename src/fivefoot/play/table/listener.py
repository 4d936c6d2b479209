"""The part of a battle that a seat perceives, as messages."""

from collections.abc import Sequence
from typing import Any

from ...components.decision import Decision
from ...components.events import BattleEnded, Event
from ...engine.combat.sight import hidden_from
from ...engine.messages import ENGLISH, speaking, translated
from ...engine.state.verdict import Refusal
from ..battle import Battle
from ..replay.log_text import labels_of, reason_told
from ..replay.snapshot import Snapshot
from .calls import Plain
from .offers import Offers
from .seated_game import SeatedGame
from .session import Session
from .side import SideView, dark_rows, figure_facts, lost_facts, perceived, recalled, sentences, veiled
from .uses import odds_asked
from .witness import Witness


class Listener:
    """Collects messages for one player: the events that the side perceives, and what to do next."""

    def __init__(self, game: SeatedGame[Any], side: str | None = None) -> None:
        self.game = game
        self.side = side
        self.language: str = ENGLISH
        self.pushed: list[Plain] = []
        """Pushed messages not taken yet."""
        self._told = 0
        self._dark: list[str] = []
        self._shown: Snapshot | None = None
        if game.session is not None:
            self.begin()

    @property
    def _session(self) -> Session:
        return self.game.playing

    @property
    def _battle(self) -> Battle:
        return self.game.playing.battle

    @property
    def _view(self) -> SideView | None:
        return None if self.side is None else self._battle.side(self.side)

    @property
    def _hidden(self) -> frozenset[str]:
        view = self._view
        if view is not None:
            return view.hidden
        return frozenset[str]().union(*(hidden_from(self._battle.world, side) for side in self._common))

    @property
    def _common(self) -> Sequence[str]:
        return (self.side,) if self.side is not None else self._session.sides if self.game.hosted else ()

    @property
    def _witness(self) -> Witness:
        return self._battle.witness(*self._common)

    @property
    def _offers(self) -> Offers:
        return self.game.offers if self.side is None else self.game.offers_to(self.side)

    def begin(self) -> None:
        self._told = len(self._battle.events)
        self._shown = Snapshot.of(self._battle.world)

    def take_pushed(self) -> list[Plain]:
        pushed, self.pushed = self.pushed, []
        return pushed

    def _push(self) -> None:
        for seat in self.game.seats:
            seat.tell(always=seat is self)

    def tell(self, *, always: bool = True) -> None:
        """Queues a message for the player: new events, and what the battle waits for."""
        moments = self.moments()
        if moments or always:
            self.pushed.append({"moments": moments, "waits": self.waits()} | self._darkness())

    def _darkness(self) -> Plain:
        rows = dark_rows(self._battle.world, self._common)
        if rows == self._dark:
            return {}
        self._dark = rows
        return {"dark": rows}

    def moments(self) -> list[Plain]:
        """Returns the new events that the player's side perceives, each with its sentence."""
        log, witness = self._battle.events, self._witness
        fresh = range(self._told, len(log))
        self._told = len(log)
        heard = [number for number in fresh if not witness.veil(number).hides(log[number])]
        lines = dict(zip(heard, self._lines(heard), strict=True))
        moments = (self._moment(number, log[number], lines.get(number, "")) for number in fresh)
        return [moment for moment in moments if moment is not None]

    def _lines(self, numbers: Sequence[int]) -> list[str]:
        log, witness = self._battle.events, self._witness
        return sentences(
            [(log[number], witness.veil(number)) for number in numbers],
            self.language,
            sealed=self._sealed,
            labels=labels_of(self._battle.world),
            unit=self._unit,
            log=log,
        )

    def _moment(self, number: int, event: Event, line: str) -> Plain | None:
        before, witness = self._shown, self._witness
        assert before is not None
        after, veil = before.after(event), witness.veil(number)
        self._shown = after
        plain = perceived(event, veil, witness.number(number), sealed=self._sealed)
        changed = [one for one in after.changed_since(before) if one.name not in veil.after]
        if veil.before != veil.after:
            come = veil.before - veil.after - {one.name for one in changed}
            changed += [one for name, one in after.figures.items() if name in come]
        gone = [name for name in before.figures if name not in after.figures and name not in veil.before]
        gone += [name for name in after.figures if name in veil.after and name not in veil.before]
        if plain is None and not changed and not gone:
            return None
        noticed = {"event": "noticed", "seq": witness.number(number) - 1}
        moment: Plain = {"event": noticed if plain is None else plain}
        if line:
            moment["line"] = line
        if changed:
            moment["changed"] = [figure_facts(one) for one in changed]
        return moment | ({"gone": gone} if gone else {})

    @property
    def _unit(self) -> str:
        return "ft" if self._battle.rules.feet else "sq"

    @property
    def _sealed(self) -> bool:
        return self.game.hosted or (self.side is not None and self._battle.rules.threat.by_sight)

    def waits(self) -> Plain:
        """Returns what the battle waits for: a player's turn, a decision, or nothing."""
        session, pending = self._session, self.game.pending
        if session.over:
            last = next((one for one in reversed(session.battle.events) if isinstance(one, BattleEnded)), None)
            why = translated(reason_told(last.why), self.language) if last else ""
            return {"over": {"winner": last.winner if last else None, "why": why}}
        if pending is not None:
            whose = session.asked(pending)
            mine = self.side is not None and (whose == self.side or whose not in session.sides)
            return {"decision": self._decision(pending)} if mine else {"others": None}
        name = session.active
        if name is not None and session.waits_for_person() and self._own(name):
            left = session.battle.creature(name).turn.actions
            return {"turn": name, "left": {kind: count for kind, count in left.items() if count}}
        return {"others": None if name in self._hidden else name}

    def _own(self, name: str) -> bool:
        return self.side is not None and self._battle.creature(name).side == self.side

    def _decision(self, question: Decision) -> Plain:
        hidden = self._hidden
        plain = question.to_dict()
        plain["text"] = veiled(translated(question.text, self.language), hidden)
        for option in plain["options"]:
            option["label"] = veiled(translated(option["label"], self.language), hidden)
        if question.other in hidden:
            return plain | {"other": None}
        with speaking(self.language):
            odds = odds_asked(self._battle, question)
        return plain | ({"odds": odds} if odds else {})

    def _missed(self, since: int) -> Plain:
        log, witness, sealed = self._battle.events, self._witness, self._sealed
        return {"events": recalled(log, witness, since, sealed=sealed), "lines": self._lines(witness.heard(since))}

    def _stage(self) -> Plain:
        view = self._view
        if view is not None:
            return view.state()
        battle, hidden = self._battle, self._hidden
        whole = battle.side(self._session.sides[0])
        figures = Snapshot.of(battle.world).figures.values()
        return whole.state() | {
            "side": None,
            "active": None if battle.active in hidden else battle.active,
            "order": [name for name in battle.order if name not in hidden],
            "creatures": [figure_facts(one) for one in figures if one.name not in hidden],
            "lost": lost_facts(self._witness),
            "dark": dark_rows(battle.world, self._common),
        }

    def _said(self, refusal: Refusal) -> Plain:
        return {"reason": veiled(refusal.told(self.language), self._hidden), "rules": list(refusal.rules)}
