"""One seat at a battle, for windows, pages and programs: actions, clicks, previews."""
