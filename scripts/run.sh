#!/usr/bin/env bash
# Open the window; on a machine without a display, search the sample library in the terminal.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $(uname -s) == Darwin || -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    exec .venv/bin/twofold
fi

library=build/sample-library
query="why does a finalizer block namespace deletion"
echo "No display here, so this is the sample library in the terminal."
echo
echo "\$ twofold --library $library folder add resources/sample_library"
.venv/bin/twofold --library "$library" folder add resources/sample_library
echo
echo "\$ twofold --library $library search \"$query\" --limit 5 --explain"
.venv/bin/twofold --library "$library" search "$query" --limit 5 --explain
echo
echo "To open the window, run 'make run' or '.venv/bin/twofold' on a machine with a display"
echo "(over ssh: ssh -X; without any screen: xvfb-run .venv/bin/twofold)."
