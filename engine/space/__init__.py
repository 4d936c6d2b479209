"""Which creature occupies which space, what holds it there, and what forced movement may enter."""
