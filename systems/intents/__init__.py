"""Where a queued intent becomes a plan, and where the plan is reported as over."""
