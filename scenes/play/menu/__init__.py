"""The menu: what there is to play, what is set up for it, and maps made to order."""
