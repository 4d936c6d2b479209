"""Battles for players elsewhere: rooms with seats by token, and the wire and the pipe that lead to them."""
