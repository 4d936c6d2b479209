"""Battles in a web page: the engine answers a page in a browser, and a static site needs no server."""
