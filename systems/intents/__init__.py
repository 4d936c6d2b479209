"""Where a queued intent becomes a plan, and where the finished plan is reported."""
