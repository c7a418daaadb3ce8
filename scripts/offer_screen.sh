#!/usr/bin/env bash
# Prepare a screen for the tests: a virtual X server, a window manager, and simulated mouse input.
# On Debian and Ubuntu, install what is missing if the user is root. Without a screen, its tests
# are skipped.
set -uo pipefail

[[ $(uname -s) == Linux ]] || exit 0

# program=package
programs="Xvfb=xvfb xdotool=xdotool openbox=openbox"
packages=()
for pair in $programs; do
    command -v "${pair%%=*}" >/dev/null || packages+=("${pair##*=}")
done
((${#packages[@]} == 0)) && exit 0

install="apt-get install -y --no-install-recommends ${packages[*]}"
if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    echo "Installing for the tests on a screen: ${packages[*]}"
    export DEBIAN_FRONTEND=noninteractive
    timeout 180 $install >/dev/null 2>&1 && exit 0
    timeout 120 apt-get update >/dev/null 2>&1 && timeout 180 $install >/dev/null 2>&1 && exit 0
fi
echo "Tests on a screen are skipped; they need: sudo $install"
exit 0
