#!/usr/bin/env bash
# Make the data library of Qt's ICU smaller, as ICU's documentation describes ("ICU Data"): without the
# names of currencies, languages, regions, units and time zones, encodings, transliterations, and locales
# that Twofold has no translation for. Qt uses its own tables for these, and Twofold uses none of them. Sorting
# and Unicode properties stay. Needs icupkg (package icu-devtools) and a C compiler; without them, nothing changes.
set -euo pipefail

library=${1:?the file libicudata.so.N}
if ! command -v icupkg >/dev/null || ! command -v cc >/dev/null; then
    echo "icupkg (package icu-devtools) or cc is missing: ICU's data keeps its size."
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
name=$(basename "$library")
data=icudt${name##*.}l # icupkg needs this name

# The library is one object in the section .rodata.
objcopy --output-target binary --only-section .rodata "$library" "$folder/$data.dat"
icupkg -l "$folder/$data.dat" |
    grep -E '^((curr|zone|lang|region|unit|rbnf|translit)/|unames\.icu|.*\.cnv$|[a-z]{2,3}(_\w+)?\.res$)' |
    grep -vE '^(en|de|fr)(_\w+)?\.res$' >"$folder/unused.lst"
icupkg -r "$folder/unused.lst" "$folder/$data.dat" "$folder/used.dat"
cat >"$folder/data.s" <<ASSEMBLER
    .section .note.GNU-stack,"",%progbits
    .section .rodata
    .balign 16
    .global icudt${name##*.}_dat
    .type icudt${name##*.}_dat, %object
icudt${name##*.}_dat:
    .incbin "$folder/used.dat"
    .size icudt${name##*.}_dat, . - icudt${name##*.}_dat
ASSEMBLER
cc -shared -nostdlib -Wl,-soname,"$name" -o "$library" "$folder/data.s"
