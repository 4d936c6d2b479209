"""Maps of other programs: read into scenarios, and written from them."""
