#!/usr/bin/env bash
# Start a frozen folder as a stranger would: no Python, no settings, no library, no display.
# It indexes the sample library, answers a search with both rankings, and paints its window once.
set -euo pipefail

folder=$(realpath "${1:?the frozen folder}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

run() {
    env -i HOME="$scratch" TWOFOLD_HOME="$scratch/home" PATH=/nowhere LANG=C.UTF-8 \
        QT_QPA_PLATFORM=offscreen "$folder/twofold" "$@"
}

fail() {
    echo "The package does not work: $1" >&2
    exit 1
}

expect() {
    grep -qF -- "$2" <<<"$1" || fail "'$2' is missing from: $1"
}

cp -r "$folder/_internal/resources/sample_library" "$scratch/Sample"

run doctor || fail "doctor found problems"

summary=$(run index "$scratch/Sample" --json | tail -n 1)
expect "$summary" '"failed": 0'
expect "$summary" '"vectors": {"ready": '
expect "$summary" '"pending": 0}'

answer=$(run search "why does a finalizer block namespace deletion" --json)
expect "$answer" '"title": "Namespace stuck in Terminating"'
expect "$answer" '"lexical_rank": 1,'
expect "$answer" '"vector_rank": 1,'

answer=$(run search "Wie viel Speicher darf ein Container nutzen" --lang ja --json)
expect "$answer" 'メモリの上限を決める'

run --quit-after-first-paint || fail "the window did not open"

echo "The package works: $(du -sh "$folder" | cut -f1) in $folder"
