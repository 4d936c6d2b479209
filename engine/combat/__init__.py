"""Who threatens whom: reactions to movement, flanking, and lines of sight between creatures."""
