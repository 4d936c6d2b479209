"""The menu: the battles to play, their set-up, and maps made to order."""
