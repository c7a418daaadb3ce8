#!/usr/bin/env bash
# Print the path of a Python to create the environment with: $PYTHON, or the first suitable one.
set -euo pipefail

fits='import sys, venv, ensurepip; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 13)))'

for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
    if path=$(command -v "$candidate") && "$path" -c "$fits" 2>/dev/null; then
        echo "$path"
        exit 0
    fi
done

{
    echo "Twofold needs Python 3.11, 3.12 or 3.13 with the venv module; found: $(python3 --version 2>&1 || true)."
    echo "Debian or Ubuntu: apt-get install python3 python3-venv"
    echo "A Python elsewhere is named like this: make PYTHON=/path/to/python3.12 setup"
} >&2
exit 1
