#!/usr/bin/env bash
# Check for everything that pip cannot install: Python itself, a compiler, and Qt's libraries.
# Print what is missing; on Debian and Ubuntu, install it if the user is root.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/find_python.sh >/dev/null

packages=()

if ! command -v "${CC:-cc}" >/dev/null || ! command -v "${CXX:-c++}" >/dev/null; then
    needed_missing=yes
    packages+=(build-essential)
fi

# soname=package. The first block is needed by setup itself, to compile translations; the last one only
# for windows on an X11 screen.
setup_libraries="
libglib-2.0.so.0=libglib2.0-0 libgssapi_krb5.so.2=libgssapi-krb5-2 libbrotlidec.so.1=libbrotli1
libz.so.1=zlib1g libzstd.so.1=libzstd1
"
window_libraries="
libEGL.so.1=libegl1 libGL.so.1=libgl1 libxkbcommon.so.0=libxkbcommon0 libdbus-1.so.3=libdbus-1-3
libfontconfig.so.1=libfontconfig1 libfreetype.so.6=libfreetype6 libX11.so.6=libx11-6

libxcb-cursor.so.0=libxcb-cursor0 libxcb-icccm.so.4=libxcb-icccm4 libxcb-image.so.0=libxcb-image0
libxcb-keysyms.so.1=libxcb-keysyms1 libxcb-randr.so.0=libxcb-randr0
libxcb-render-util.so.0=libxcb-render-util0 libxcb-shape.so.0=libxcb-shape0
libxcb-shm.so.0=libxcb-shm0 libxcb-sync.so.1=libxcb-sync1 libxcb-xfixes.so.0=libxcb-xfixes0
libxcb-xkb.so.1=libxcb-xkb1 libxkbcommon-x11.so.0=libxkbcommon-x11-0 libX11-xcb.so.1=libx11-xcb1
"

if [[ $(uname -s) == Linux ]]; then
    known=$({ ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null || true)
    for pair in $setup_libraries $window_libraries; do
        if ! grep -qF "${pair%%=*} " <<<"$known"; then
            packages+=("${pair##*=}")
            [[ $setup_libraries == *"$pair"* ]] && needed_missing=yes
        fi
    done
fi

if ((${#packages[@]} == 0)); then
    exit 0
fi

install="apt-get install -y --no-install-recommends ${packages[*]}"
echo "Missing on this machine: ${packages[*]}"
if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    echo "Installing: $install"
    if $install >/dev/null 2>&1 || { apt-get update >/dev/null 2>&1 && $install >/dev/null; }; then
        exit 0
    fi
fi

echo "Install it with: sudo $install"
if [[ ${needed_missing:-no} == yes ]]; then
    echo "Setup needs a C and C++ compiler and Qt's basic libraries. Install them, then try again." >&2
    exit 1
fi
echo "Continuing without: commands and tests work, but the window may not open."
