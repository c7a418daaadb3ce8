#!/usr/bin/env bash
# Compile llama-cpp-python into a folder for other machines than this one.
#
# `make setup` compiles for the processor it runs on, and such a library ends with a signal on an
# older one. What is handed to others asks no more than every x86-64 processor since 2013 has
# (x86-64-v3: AVX2, FMA, F16C, BMI2); on ARM, llama.cpp's own baseline.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?where the compiled package goes}
python=${PYTHON:-.venv/bin/python}

if [[ -f $folder/.compiled && $folder/.compiled -nt requirements/runtime.txt ]]; then
    exit 0
fi

# Only this requirement with its hashes, as the lock file states them.
mkdir -p "$folder"
awk '/^llama-cpp-python==/ {inside = 1} inside && !/^llama-cpp-python|^ +--hash/ {exit} inside' \
    requirements/runtime.txt | sed '$s/ \\$//' >"$folder/requirement.txt"

echo "Compiling llama-cpp-python for other machines; this takes some minutes."
# Without the cache: the wheel in there is this machine's.
CMAKE_ARGS="-DLLAVA_BUILD=OFF '-DCMAKE_PROJECT_llama.cpp_INCLUDE=$PWD/packaging/llama_parts.cmake' \
-DGGML_NATIVE=OFF -DGGML_AVX=ON -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON -DGGML_BMI2=ON" \
    "$python" -m pip --disable-pip-version-check install --quiet --no-cache-dir --no-deps \
    --no-build-isolation --no-binary llama-cpp-python --require-hashes \
    --upgrade --target "$folder" --requirement "$folder/requirement.txt"
touch "$folder/.compiled"
