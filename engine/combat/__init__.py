"""Who can strike, flank or react to whom; areas and lines of sight; what a strike promises."""
