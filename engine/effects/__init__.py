"""Code that changes the world."""
