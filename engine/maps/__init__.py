"""Maps of other programs: converted to scenarios, and written from them."""
