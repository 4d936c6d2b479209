"""The players to choose from, by difficulty."""

from ...engine.messages import _
from .session import PERSON

LEVELS = {
    PERSON: _("you"),
    "random": _("acts at random"),
    "clumsy": _("easy: closes in and strikes, and slips in most decisions"),
    "aggressive": _("normal: closes in and strikes"),
    "cunning": _("hard: picks its ground"),
    "planner": _("harder: tries whole turns before it plays one"),
    "tactics": _("by the file's own tactics"),
}
"""The players by difficulty, with their descriptions."""
