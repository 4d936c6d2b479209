"""Every kind of event is told as a sentence in each language."""

from typing import get_args

import msgspec
import pytest
from tests import messages

import fivefoot
from fivefoot.components import events as ev
from fivefoot.components.events import Event
from fivefoot.engine.scenario.read import parse
from fivefoot.play.replay.log_text import chronicle, labels_of

HERE, THERE = (1, 2, 0), (3, 2, 1)

EVENTS: tuple[Event, ...] = (
    ev.BattleStarted(ruleset="epic-path", seed=7),
    ev.BattleEnded(winner="red", why="defeat: no enemy is left standing"),
    ev.BattleEnded(winner=None, why="20 rounds have passed"),
    ev.TurnStarted(actor="Ann"),
    ev.TurnEnded(actor="Ann"),
    ev.Refused(actor="Ann", intent="crawl", reason="Ann is standing and cannot crawl"),
    ev.Done(actor="Ann", intent="move", spent=30, at=HERE),
    ev.Stopped(actor="Ann", intent="run", spent=10, at=HERE, reason="Bob blocks the way"),
    ev.Moved(who="Ann", from_=HERE, to=THERE, cost=10, mode="climb"),
    ev.ForcedMoved(who="Bob", by="Ann", from_=HERE, to=THERE, kind="push"),
    ev.Teleported(who="Ann", from_=HERE, to=THERE),
    ev.Fell(who="Bob", from_=THERE, to=HERE, squares=2),
    ev.Opportunity(by="Bob", against="Ann", at=HERE),
    ev.Struck(by="Ann", target="Bob", hit=True, total=19, against=15, damage=6, modifiers=(("flanking", 2),)),
    ev.Rolled(
        who="Ann", for_="acrobatics", dice="1d20", results=(12,), total=15, dc=14, outcome="success",
        modifiers=(("cover", 3),),
    ),
    ev.Damaged(who="Bob", amount=6, kind="fire", hp=4),
    ev.Gained(who="Bob", condition="prone"),
    ev.Lost(who="Bob", condition="prone"),
    ev.Downed(who="Bob"),
    ev.Healed(who="Bob", amount=3, hp=7),
    ev.Changed(between=((1, 2), (1, 3)), kind="wall"),
    ev.Joined(who="Cat", side="blue", at=HERE, hp=5),
    ev.Left(who="Cat", at=HERE),
    ev.Used(who="Ann", ability="Fire Burst", targets=("Bob", "Cat"), at=HERE),
    ev.ResourceChanged(who="Ann", name="stamina", amount=-1, left=2),
    ev.Renewed(who="Bob", condition="prone"),
    ev.Blocked(who="Bob", by="Ann", at=HERE, into="Cat", left=1),
    ev.Equipped(who="Ann", item="long sword"),
    ev.ZoneMade(zone="smoke", squares=((1, 1), (1, 2), (2, 1))),
    ev.ZoneEnded(zone="smoke", squares=((1, 1),)),
    ev.Hidden(who="Ann"),
    ev.Revealed(who="Ann"),
)  # fmt: skip

TOLD: dict[str, tuple[str, ...]] = {
    "en": (
        "epic-path, seed 7",
        "Victory for red: no enemy is left standing",
        "Nobody wins: 20 rounds have passed",
        "Ann's turn begins",
        "Ann's turn ends",
        "crawl refused: Ann is standing and cannot crawl",
        "Ann: move done, cost 30 ft; Ann is at (1, 2)",
        "run stopped after 10 ft: Bob blocks the way",
        "Ann climbs from (1, 2) to (3, 2, 1), cost 10 ft",
        "Bob is pushed by Ann from (1, 2) to (3, 2, 1)",
        "Ann teleports from (1, 2) to (3, 2, 1)",
        "Bob falls 10 ft, from (3, 2, 1) to (1, 2)",
        "Ann leaves (1, 2): Bob may make an opportunity attack",
        "Ann strikes Bob: total 19 (flanking +2) against 15, hit, 6 damage",
        "Ann rolls 1d20 for acrobatics: 12 (cover +3), total 15 against 14, success",
        "Bob takes 6 damage (fire), 4 hp left",
        "Bob is prone",
        "Bob is no longer prone",
        "Bob is defeated",
        "Bob regains 3 hit points, 7 hp now",
        "the edge between (1, 2) and (1, 3) changes to: wall",
        "Cat (side blue) joins the battle at (1, 2)",
        "Cat disappears from (1, 2)",
        "Ann uses the ability Fire Burst on Bob, Cat",
        "Ann has 2 stamina left",
        "Bob is still prone",
        "Cat stops Bob at (1, 2); 1 ft of the movement remain",
        "Ann equips long sword",
        "the zone smoke covers 3 squares",
        "the zone smoke ends",
        "Ann is hidden",
        "Ann is visible again",
    ),
    "de": (
        "epic-path, Startwert 7",
        "Sieg für Rot: kein Gegner steht mehr",
        "Niemand gewinnt: 20 Runden sind vorbei",
        "Ann ist am Zug",
        "Ann beendet den Zug",
        "Kriechen abgelehnt: Ann ist auf den Füßen und kann nicht kriechen",
        "Ann: Bewegung ausgeführt, Kosten 30 ft; Ann ist bei (1, 2)",
        "Laufen nach 10 ft abgebrochen: Bob versperrt den Weg",
        "Ann klettert von (1, 2) nach (3, 2, 1), Kosten 10 ft",
        "Ann stößt Bob von (1, 2) nach (3, 2, 1)",
        "Ann teleportiert sich von (1, 2) nach (3, 2, 1)",
        "Bob stürzt 10 ft, von (3, 2, 1) nach (1, 2)",
        "Ann verlässt (1, 2): Bob darf einen Gelegenheitsangriff machen",
        "Ann schlägt Bob: zusammen 19 (in der Zange +2) gegen 15, Treffer, 6 Schaden",
        "Ann würfelt 1d20 für Akrobatik: 12 (Deckung +3), zusammen 15 gegen 14, Erfolg",
        "Bob nimmt 6 Schaden (Feuer), noch 4 TP",
        "Bob ist liegend",
        "Bob ist nicht mehr liegend",
        "Bob ist besiegt",
        "Bob gewinnt 3 Trefferpunkte zurück, jetzt 7 TP",
        "die Kante zwischen (1, 2) und (1, 3) wird zu: Wand",
        "Cat (Seite Blau) kommt bei (1, 2) dazu",
        "Cat verschwindet von (1, 2)",
        "Ann setzt die Fähigkeit Fire Burst gegen Bob, Cat ein",
        "Ann hat noch 2 stamina",
        "Bob ist noch immer liegend",
        "Cat hält Bob bei (1, 2) auf; 1 ft der Bewegung bleiben übrig",
        "Ann macht long sword bereit",
        "die Zone smoke bedeckt 3 Felder",
        "die Zone smoke endet",
        "Ann ist versteckt",
        "Ann ist wieder zu sehen",
    ),
    "es": (
        "epic-path, semilla 7",
        "Victoria de rojo: no queda ningún enemigo en pie",
        "No gana nadie: han pasado 20 asaltos",
        "Turno de Ann",
        "Ann acaba su turno",
        "Rechazado (arrastrarse): Ann está en pie y no puede arrastrarse",
        "Ann completa: movimiento, coste 30 ft; Ann está en (1, 2)",
        "Interrumpido (correr) tras 10 ft: Bob cierra el paso",
        "Ann trepa de (1, 2) a (3, 2, 1), coste 10 ft",
        "Ann empuja a Bob de (1, 2) a (3, 2, 1)",
        "Ann se teletransporta de (1, 2) a (3, 2, 1)",
        "Bob cae 10 ft, de (3, 2, 1) a (1, 2)",
        "Ann deja (1, 2): Bob puede hacer un ataque de oportunidad",
        "Ann golpea a Bob: total 19 (flanqueo +2) contra 15, impacto, 6 de daño",
        "Ann tira 1d20 para acrobacias: 12 (cobertura +3), total 15 contra 14, éxito",
        "Bob recibe 6 de daño (fuego), quedan 4 pg",
        "Bob está derribado",
        "Bob ya no está derribado",
        "Bob queda fuera de combate",
        "Bob recupera 3 puntos de golpe, ahora 7 pg",
        "el borde entre (1, 2) y (1, 3) pasa a ser: muro",
        "Cat (bando azul) se une en (1, 2)",
        "Cat desaparece de (1, 2)",
        "Ann usa la capacidad Fire Burst sobre Bob, Cat",
        "A Ann le quedan 2 stamina",
        "Bob sigue derribado",
        "Cat detiene a Bob en (1, 2); quedan 1 ft del movimiento",
        "Ann equipa long sword",
        "la zona smoke cubre 3 casillas",
        "la zona smoke termina",
        "Ann está escondido",
        "Ann vuelve a verse",
    ),
}


def test_every_kind_of_event_has_a_case() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_each_event_has_its_sentence(language: str) -> None:
    assert tuple(fivefoot.told(event, language, "ft") for event in EVENTS) == TOLD[language]


def test_event_sentences_are_tested_in_every_language() -> None:
    assert set(TOLD) == {"en", *messages.languages()}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            ev.Used(who="Ann", ability="ember-burst", targets=("bob",), at=HERE),
            "Ann uses the ability Ember burst on bob",
        ),
        (ev.Done(actor="Ann", intent="use", spent=0, at=HERE), "Ann has used an ability and is at (1, 2)"),
        (
            ev.Done(actor="Bob", intent="afflict", spent=0, at=HERE),
            "Bob: effect on a creature done; Bob is at (1, 2)",
        ),
        (
            ev.Done(actor="Bob", intent="push", spent=0, at=HERE),
            "Bob has finished pushing a creature and is at (1, 2)",
        ),
        (
            ev.Struck(
                by="Ann",
                target="Bob",
                hit=False,
                total=9,
                against=8,
                damage=0,
                modifiers=(("prone", -4), ("defence: squeezing", -4), ("defence: cover", 2)),
            ),
            "Ann strikes Bob: total 9 (prone -4) against 8 (squeezing -4, cover +2), miss",
        ),
        (ev.Changed(at=(1, 1), tile={"terrain": "difficult"}), "the square (1, 1) changes to: difficult terrain"),
        (ev.Gained(who="Ann", condition="bleeding-out"), "Ann is bleeding"),
        (
            ev.Rolled(who="Ann", for_="pinned-down", dice="1d20", results=(12,), total=12, dc=13, outcome="failure"),
            "Ann rolls 1d20 for pinned down: 12 against 13, failure",
        ),
        (ev.Equipped(who="Ann", item="war-bow"), "Ann equips War bow"),
        (ev.ZoneEnded(zone="wall-of-briars", squares=((1, 1),)), "the zone Wall of briars ends"),
        (
            ev.Changed(at=(1, 1), tile={"floor": -4, "hazard": True}),
            "the square (1, 1) changes to: floor at height -4, hazard",
        ),
    ],
)
def test_shipped_things_have_their_labels(event: Event, sentence: str) -> None:
    assert fivefoot.told(event) == sentence


def test_a_files_own_label_comes_first() -> None:
    scenario = parse(
        'ruleset = "epic-path"\n[board]\nmap = "..."\n[abilities.hex]\nlabel = "Evil eye"\n'
        '[[creatures]]\nname = "Ann"\nside = "red"\nat = [0, 0]\ncan = ["hex"]'
    )
    used = ev.Used(who="Ann", ability="hex", targets=("Bob",), at=HERE)
    with fivefoot.Battle(scenario) as battle:
        lines = [line.text for line in chronicle([used], "ft", labels=labels_of(battle.world))]
    assert lines == ["Ann uses the ability Evil eye on Bob"]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            ev.Used(who="Ann", ability="ember-burst", targets=("bob",), at=(1, 2, 0)),
            "Ann setzt die Fähigkeit Glutstoß gegen bob ein",
        ),
        (ev.Gained(who="Ann", condition="chilled"), "Ann ist unterkühlt"),
        (ev.Equipped(who="Ann", item="war-bow"), "Ann macht Kriegsbogen bereit"),
        (
            ev.Blocked(who="Ann", by=None, at=(1, 2, 0), into="wall", left=1),
            "eine Wand hält Ann bei (1, 2) auf; 1 Feld der Bewegung bleiben übrig",
        ),
    ],
)
def test_shipped_things_have_their_translated_labels(event: Event, sentence: str) -> None:
    assert fivefoot.told(event, "de", "sq") == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ev.Fell(who="Bob", from_=(1, 2, 2), to=(1, 2, -1), squares=2), "Bob falls 2 and sinks into water, from {way}"),
        (ev.Fell(who="Bob", from_=(1, 2, 0), to=(1, 2, -1), squares=0), "Bob sinks into water, from {way}"),
    ],
)
def test_whoever_falls_into_water_sinks(event: ev.Fell, sentence: str) -> None:
    start = "(1, 2)" if event.from_[2] == 0 else f"(1, 2, {event.from_[2]})"
    assert fivefoot.told(event).replace(" squares", "") == sentence.replace("{way}", f"{start} to (1, 2, -1)")


def test_a_free_step_and_a_bonus_of_a_roll_are_named() -> None:
    step = ev.Moved(who="Ann", from_=(0, 0, 0), to=(1, 0, 0), cost=0, mode="walk")
    assert fivefoot.told(step) == "Ann goes from (0, 0) to (1, 0), at no cost"
    roll = ev.Rolled(who="Ann", for_="jump", dice="2d10", results=(4, 6), total=12, dc=None, outcome="tier-2")
    assert fivefoot.told(roll) == "Ann rolls 2d10 for jump: 4 + 6 (modifier +2), total 12, tier 2"


def test_a_map_symbol_is_told_by_what_it_means_unless_the_map_gives_its_own() -> None:
    here = ev.Changed(at=(3, 2), tile={"char": "."})
    assert fivefoot.told(here) == "the square (3, 2) changes to: plain floor"
    assert fivefoot.told(ev.Changed(at=(3, 2), tile={"char": "#"})) == "the square (3, 2) changes to: wall"
    board = {"map": "..", "legend": {".": {"terrain": "difficult"}}}
    ann = {"name": "ann", "side": "red", "at": [0, 0]}
    world = fivefoot.Battle.of({"ruleset": "d20-srd", "board": board, "creatures": [ann]}).world
    assert fivefoot.told(here, labels=labels_of(world)) == "the square (3, 2) is now what '.' stands for on the map"


def test_a_condition_of_a_defeated_creature_is_not_told_again() -> None:
    renewed = ev.Renewed(who="Bob", condition="prone")
    events: tuple[Event, ...] = (renewed, ev.Downed(who="Bob"), renewed, ev.Healed(who="Bob", amount=3, hp=3), renewed)
    still = ["Bob is still prone", "Bob is defeated", "Bob regains 3 hit points, 3 hp now", "Bob is still prone"]
    assert [line.text for line in chronicle(events, "ft")] == still
    fallen: set[str] = set()  # as the pages tell it: one event after the other
    piecemeal = [line.text for event in events for line in chronicle([event], "ft", fallen=fallen)]
    assert piecemeal == still
    log = [msgspec.structs.replace(event, seq=number) for number, event in enumerate(events)]
    assert [words for event in log if (words := fivefoot.told(event, log=log))] == still


def test_what_a_defeated_creature_gains_or_loses_is_not_told_but_its_death_is() -> None:
    events: tuple[Event, ...] = (
        ev.Gained(who="Bob", condition="prone"),
        ev.Downed(who="Bob"),
        ev.Gained(who="Bob", condition="aflame"),
        ev.Gained(who="Ann", condition="aflame"),
        ev.Lost(who="Bob", condition="prone"),
        ev.Gained(who="Bob", condition="dead"),
    )
    told = ["Bob is prone", "Bob is defeated", "Ann is aflame", "Bob is dead"]
    assert [line.text for line in chronicle(events, "ft")] == told
    log = [msgspec.structs.replace(event, seq=number) for number, event in enumerate(events)]
    assert [words for event in log if (words := fivefoot.told(event, log=log))] == told


def test_a_walk_that_is_flown_in_part_is_one_line() -> None:
    steps = [((0, 0, 0), (1, 0, 0), "walk"), ((1, 0, 0), (2, 0, 1), "fly"), ((2, 0, 1), (3, 0, 0), "walk")]
    walk = [ev.Moved(who="Ann", from_=here, to=there, cost=5, mode=mode) for here, there, mode in steps]
    told = [line.text for line in chronicle(walk, "ft")]
    assert told == ["Ann moves (walk, fly) from (0, 0) to (3, 0) via (1, 0) (2, 0, 1), cost 15 ft"]
