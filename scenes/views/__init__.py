"""A battle without a window: text, pictures, pages and plots."""
