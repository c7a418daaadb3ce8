#!/usr/bin/env bash
# Put the frozen folder dist/twofold and dist/share into a Debian package in dist/. System libraries are
# dependencies of the package. packaging/check_deb.sh tests it in a bare Debian.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
summary=$(sed -n 's/^description = "\(.*\)"/\1/p' pyproject.toml)
architecture=$(dpkg --print-architecture)
package=dist/twofold_${version}_$architecture.deb

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

mkdir -p "$root"/{DEBIAN,usr/{lib,bin}}
cp -r dist/share "$root/usr/"
gzip -9n "$root/usr/share/man/man1/twofold.1"
cp -r dist/twofold "$root/usr/lib/"
ln -s ../lib/twofold/twofold "$root/usr/bin/twofold"
install -Dm 644 LICENSE "$root/usr/share/doc/twofold/copyright"

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

dpkg-deb --root-owner-group -Zzstd -z10 --build "$root" "$package"
echo "Install it with: sudo apt install ./$package"
