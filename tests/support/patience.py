"""The time after which a test fails because it waits in vain.

Nothing in a passing test may depend on it: a busy machine can stop a test for a minute.
"""

PATIENCE = 300.0
PATIENCE_MS = int(PATIENCE * 1000)
