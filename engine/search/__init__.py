"""The path search: bitboards, numbers and levels. It knows no creature and no rule."""
