"""Values that cross the boundaries between the parts of the engine."""
