"""What an evaluation found, to be looked at query by query."""
