#!/usr/bin/env bash
# Put the frozen folder dist/twofold into a Debian package in dist/, which brings command, menu entry,
# icons, man page and completions. What Python does not bring along it asks the system for.
set -euo pipefail
cd "$(dirname "$0")/.."

frozen=${1:-dist/twofold}
[[ -x $frozen/twofold ]] || { echo "$frozen holds no program: run make package first." >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
summary=$(sed -n 's/^description = "\(.*\)"/\1/p' pyproject.toml)
architecture=$(dpkg --print-architecture)
package=dist/twofold_${version}_$architecture.deb

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

share=$root/usr/share
mkdir -p "$root"/{DEBIAN,usr/{lib,bin}} "$share"/{applications,metainfo,doc/twofold}
PYTHONPATH=. "${PYTHON:-.venv/bin/python}" packaging/desktop_files.py "$share"
gzip -9n "$share/man/man1/twofold.1"
mkdir -p "$share/icons/hicolor/scalable/apps"
cp -r "$frozen" "$root/usr/lib/twofold"
ln -s ../lib/twofold/twofold "$root/usr/bin/twofold"
install -m 644 packaging/twofold.desktop "$share/applications/"
install -m 644 packaging/org.twofold.twofold.metainfo.xml "$share/metainfo/"
install -m 644 resources/icons/app-mark.svg "$share/icons/hicolor/scalable/apps/twofold.svg"
install -m 644 LICENSE "$share/doc/twofold/copyright"

cat >"$root/DEBIAN/control" <<CONTROL
Package: twofold
Version: $version
Architecture: $architecture
Maintainer: Twofold <noreply@twofold.invalid>
Section: text
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: libc6 (>= 2.34), libegl1, libgl1, libfontconfig1
Recommends: fonts-noto-core, fonts-noto-cjk, xdg-utils
Description: $summary
 Type a query and get the passages that answer it from your own files, ranked by
 keywords and by meaning. Every result shows how both rankings voted and cites the
 page or line it comes from. Nothing leaves the machine.
CONTROL

mkdir -p dist
dpkg-deb --root-owner-group -Zzstd -z10 --build "$root" "$package"
echo "Install it with: sudo apt install ./$package"
