"""Who occupies which space, what holds a creature where it is, and what forced movement may enter."""
