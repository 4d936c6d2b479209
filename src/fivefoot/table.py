"""A seat at a battle, without a window: what can be done, what a click means, and what would come of it.

A window, a page or a program of your own builds on the same answers as the window that comes with fivefoot.
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
