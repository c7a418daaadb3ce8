"""The values that cross every boundary: pure, without input or output."""
