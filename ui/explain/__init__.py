"""Why a hit stands where it stands."""
