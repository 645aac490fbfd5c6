"""Plans: what a Session makes of fetches and feeds, and runs."""
