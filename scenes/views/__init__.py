"""A battle without a window: text, pictures, pages, plots."""
