"""Battles in a web page without a server."""
