"""A player's seat without a window: available actions, and the effects of clicks.

The shipped window, web page and server use these same answers.
"""

from .play.table.actions import ActionEntry
from .play.table.aiming import Aim, Availability
from .play.table.dialect import Game, Seat
from .play.table.offer import Offer
from .play.table.offers import Offers
from .play.table.overlay import Overlay, overlay
from .play.table.session import PERSON, Session, seats
from .play.table.side import SideView
from .play.table.uses import entries

__all__ = [
    "PERSON", "ActionEntry", "Aim", "Availability", "Game", "Offer", "Offers", "Overlay", "Seat", "Session", "SideView",
    "entries", "overlay", "seats",
]  # fmt: skip
