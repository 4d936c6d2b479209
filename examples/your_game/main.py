"""A small tactics game on fivefoot: python examples/your_game/main.py

Click a lit square to move, an enemy to strike, B and a square to throw a bomb, D to open the door, E to end the turn,
U and R to undo and redo, S and L to save and load. Its folders are called components and systems, as fivefoot's are.
"""

import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import esper
import pygame
from components.gear import Bombs, Sprite, Trap
from level import DOOR, PARTS, new_battle
from systems.sprites import Glide

from fivefoot import Battle, Refusal
from fivefoot.brains import BRAINS, Match
from fivefoot.ecs import Position

CELL = 56
SAVE = Path("your_game.save")
COLOURS = {"red": (214, 92, 80), "blue": (86, 134, 214)}


class Game:
    """The window's state; all rules are asked of the battle."""

    def __init__(self, battle: Battle | None = None) -> None:
        self.throwing = False
        self.words = "ann's turn"
        esper.switch_world("your_game")
        esper.add_processor(Glide(self.place_of))
        self.take_up(battle or new_battle())
        if self.battle.active is None:
            self.battle.begin_turn("ann")

    def take_up(self, battle: Battle) -> None:
        """Play this battle from now on, with a sprite for each creature."""
        self.battle = battle
        battle.listen(self.tell)
        for entity, _ in list(esper.get_component(Sprite)):
            esper.delete_entity(entity, immediate=True)
        for creature in battle.creatures:
            esper.create_entity(Sprite(creature.name, *map(float, creature.cube[:2])))

    def place_of(self, name: str) -> tuple[float, float] | None:
        """Where a sprite is bound for; asked anew, since undo puts other creatures in place of the old ones."""
        found = next((one for one in self.battle.creatures if one.name == name), None)
        return None if found is None else (float(found.cube[0]), float(found.cube[1]))

    def tell(self, event: Any) -> None:
        """The last thing that happened, in words."""
        line = event.to_dict()
        by = f" ({line['by']})" if "by" in line else ""
        self.words = f"{line['event']} {line.get('who') or line.get('actor') or ''}{by} {line.get('reason', '')}"

    def act(self, intent: dict[str, Any]) -> None:
        """The player's intent for the creature on turn."""
        name = self.battle.active
        if name is None:
            return
        refusal = self.battle.why(name, intent)
        if isinstance(refusal, Refusal):
            self.words = refusal.reason
            return
        self.battle.act(name, intent)
        if intent["do"] == "throw-bomb":
            bombs = self.battle.world.component(name, Bombs)
            assert bombs is not None
            bombs.left -= 1  # written by hand: kept by undo, copies and saves all the same

    def click(self, square: tuple[int, int]) -> None:
        """A square is clicked."""
        foe = next((c for c in self.battle.creatures if c.cube[:2] == square and c.side == "blue"), None)
        if self.throwing:
            self.throwing = False
            self.act({"do": "throw-bomb", "at": square})
        elif foe is not None:
            self.act({"do": "attack", "target": foe.name})
        else:
            self.act({"do": "move", "to": square})

    def press(self, key: str) -> None:
        """A key is pressed."""
        match key:
            case "b":
                self.throwing = True
            case "d":
                self.battle.effect([{"do": "edge", "between": DOOR}], by="a hand on the latch")
            case "u":
                self.battle.undo()
            case "r":
                self.battle.redo()
            case "s":
                SAVE.write_text(self.battle.save(), encoding="utf-8")
            case "l":
                self.take_up(Battle.restore(SAVE.read_text(encoding="utf-8"), str(SAVE), **PARTS))
            case "e":
                self.end_turn()

    def end_turn(self) -> None:
        """The next of ours, after whatever theirs have done."""
        battle = self.battle
        battle.end_turn()
        up = [creature for creature in battle.creatures if not creature.out]
        waiting = [one for one in up if one.name not in battle.world.acted] or up
        battle.begin_turn(waiting[0].name)
        if waiting[0].side == "blue":
            Match(battle, {waiting[0].name: BRAINS["aggressive"]}).play_turn()
            self.end_turn()

    def draw(self, window: pygame.Surface) -> None:
        """The board, what can be reached, traps and sprites."""
        battle, board = self.battle, self.battle.world.board
        window.fill((24, 26, 30))
        reach = battle.reach(battle.active) if battle.active is not None else {}
        lit = {cube[:2] for cube, arrival in reach.items() if arrival.can_stop}
        for y in range(board.height):
            for x in range(board.width):
                colour = (90, 80, 70) if board.tile(x, y).blocked else (46, 50, 56)
                if (x, y) in lit:
                    colour = (60, 84, 66)
                pygame.draw.rect(window, colour, (x * CELL + 1, y * CELL + 1, CELL - 2, CELL - 2))
        if board.edge(*DOOR) is not None:
            pygame.draw.rect(window, (170, 130, 70), (DOOR[1][0] * CELL - 3, DOOR[1][1] * CELL + 4, 6, CELL - 8))
        for _, (_, place) in battle.world.each(Trap, Position):
            pygame.draw.circle(window, (120, 100, 60), centre(place.x, place.y), 6, 2)
        for _, sprite in esper.get_component(Sprite):
            creature = battle.creature(sprite.name)
            colour = (80, 80, 80) if creature.out else COLOURS[creature.side]
            pygame.draw.circle(window, colour, centre(sprite.x, sprite.y), CELL // 3)
            if "poisoned" in creature.condition.held:
                pygame.draw.circle(window, (120, 200, 90), centre(sprite.x, sprite.y), CELL // 3, 3)
        text = pygame.font.Font(None, 26).render(self.words, True, (220, 220, 220))
        window.blit(text, (8, board.height * CELL + 8))


def centre(x: float, y: float) -> tuple[int, int]:
    """The middle of a square on the screen."""
    return int((x + 0.5) * CELL), int((y + 0.5) * CELL)


def main(frames: int | None = None) -> None:
    """Play until the window is closed, or for so many frames."""
    pygame.init()
    game = Game()
    board = game.battle.world.board
    window = pygame.display.set_mode((board.width * CELL, board.height * CELL + 36))
    clock = pygame.time.Clock()
    while frames is None or frames > 0:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.KEYDOWN:
                game.press(event.unicode.lower())
            if event.type == pygame.MOUSEBUTTONDOWN:
                game.click((event.pos[0] // CELL, event.pos[1] // CELL))
        esper.process()
        game.draw(window)
        pygame.display.flip()
        clock.tick(60)
        frames = None if frames is None else frames - 1
    pygame.quit()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else None)
