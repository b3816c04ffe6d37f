"""What a check needs while it runs: points at which it can be ended, its time budget, its times."""
