"""One seat at a battle, for windows, pages and programs: what can be done, what a click means, what it would do."""
