"""A battle shown without a window: as text, pictures, pages and plots."""
