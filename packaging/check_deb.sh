#!/usr/bin/env bash
# Try dist/twofold_*.deb in a bare Debian, as a user who is not root: install, doctor, index, search, the
# window (its picture is written to build/window.png), remove. Root runs it; it needs debootstrap and Xvfb.
set -euo pipefail
cd "$(dirname "$0")/.."

package=$(echo dist/twofold_*_"$(dpkg --print-architecture)".deb)
root=$(mktemp -d)
chmod 755 "$root"
display=:87
Xvfb $display -screen 0 1440x900x24 -nolisten unix >/dev/null 2>&1 & # its abstract socket is seen inside
screen=$!
end() {
    kill $screen
    umount "$root"/{proc,sys,dev/pts,dev} 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap end EXIT

debootstrap --variant=minbase "${SUITE:-bookworm}" "$root" ${MIRROR:+"$MIRROR"} >/dev/null
for kind in proc sys dev dev/pts; do mount --bind /$kind "$root/$kind"; done
chroot "$root" useradd --create-home stranger
cp "$package" "$root/tmp/twofold.deb"
cp -r resources/sample_library "$root/home/stranger/Sample"

system() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
stranger() {
    chroot --userspec=stranger "$root" env -i --chdir=/home/stranger PATH=/usr/bin LANG=C.UTF-8 \
        HOME=/home/stranger DISPLAY=$display "$@"
}
is_there() { [[ -s $root/usr/share/$1 ]] || { echo "Not installed: $1" && exit 1; }; }

system apt-get -qq update
began=$SECONDS
system apt-get -qq install -y --no-install-recommends /tmp/twofold.deb >/dev/null
echo "Installed in $((SECONDS - began)) s with what it depends on"
for file in man/man1/twofold.1.gz applications/twofold.desktop metainfo/org.twofold.twofold.metainfo.xml \
    icons/hicolor/48x48/apps/twofold.png bash-completion/completions/twofold zsh/site-functions/_twofold \
    dbus-1/services/org.twofold.twofold.SearchProvider.service gnome-shell/search-providers/org.twofold.twofold.ini \
    krunner/dbusplugins/twofold.desktop kio/servicemenus/twofold.desktop \
    fish/vendor_completions.d/twofold.fish; do is_there "$file"; done

stranger twofold --version
stranger twofold doctor
stranger twofold folder add Sample 2>/dev/null | tail -1
stranger twofold search "why does a finalizer block namespace deletion" --limit 5 | tee "$root/tmp/found"
grep -q "Namespace stuck in Terminating" "$root/tmp/found"
stranger twofold --find finalizer &
window=$!
sleep 20
QT_QPA_PLATFORM=xcb DISPLAY=$display .venv/bin/python - build/window.png <<'PICTURE'
import sys
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
sys.exit(not application.primaryScreen().grabWindow(0).save(sys.argv[1]))
PICTURE
kill -0 $window
pkill -P $window # the program itself
wait $window || true

system apt-get -qq purge -y twofold >/dev/null
left=$(find "$root" -xdev -name '*twofold*' -not -path "$root/home/*" -not -path "$root/tmp/*")
[[ -z $left ]] || { echo "It leaves behind: $left" && exit 1; }
echo "What it leaves:"
find "$root/home/stranger" -maxdepth 4 -path '*twofold*' -printf '%P\n'
