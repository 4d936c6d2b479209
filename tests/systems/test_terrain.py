"""Terrain: it harms a creature for each square entered, and once for each kind at the start of a turn on it."""

from tests.systems.one_pass import on_turn, one_pass

from fivefoot.systems.harm import TerrainSystem


def test_entering_harms_and_so_does_beginning_a_turn_there() -> None:
    world = on_turn("aFFb", both="hp = 20", legend="F = { damage = 4 }")
    ann = world.named["ann"]
    ann.place((1, 0, 0))
    world.entered.append(("ann", (0, 0, 0)))
    (event,) = [one for one in one_pass(TerrainSystem, world) if one["event"] == "damaged"]
    assert (event["who"], event["amount"], event["kind"]) == ("ann", 4, "terrain")
    world.begun.append("ann")
    assert [one["amount"] for one in one_pass(TerrainSystem, world) if one["event"] == "damaged"] == [4]
    assert one_pass(TerrainSystem, world) == []
    assert ann.health.hp == 12
