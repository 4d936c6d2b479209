"""Effects: begun, carried out act by act, ended, each in a pass of its own."""

from tests.systems.one_pass import on_turn, one_pass

from fivefoot.components.effect_acts import ChangeTile, DealDamage, Effect
from fivefoot.components.plan import Harm
from fivefoot.systems.effects import EffectSystem


def test_an_effect_hands_its_harm_to_the_system_of_harm() -> None:
    world = on_turn("a.b")
    world.effects.append(Effect(acts=(DealDamage(target="bob", amount=3),), by="dart trap", rules=("trap",)))
    assert one_pass(EffectSystem, world) == [], "it has begun"
    assert one_pass(EffectSystem, world) == []
    assert world.nobody is not None
    assert [type(act) for act in world.nobody.queue.acts] == [Harm]
    assert one_pass(EffectSystem, world) == [], "the next act waits until this one is over"
    world.nobody.queue.acts.clear()
    assert not one_pass(EffectSystem, world)
    assert world.effect is None


def test_ground_that_changes_is_another_board_for_this_world() -> None:
    world = on_turn("a.b")
    before = world.board
    world.effects.append(Effect(acts=(ChangeTile(at=((1, 0),), tile="#"),), by="rockfall"))
    one_pass(EffectSystem, world)
    (event,) = one_pass(EffectSystem, world)
    assert event["event"] == "changed"
    assert (before.tile(1, 0).fills, world.board.tile(1, 0).fills) == (False, True)
