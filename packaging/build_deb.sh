#!/usr/bin/env bash
# Put the frozen folder dist/twofold and dist/share into a Debian package in dist/. Libraries of the
# system that PyInstaller has copied are replaced by dependencies, so that the system keeps them
# secure. packaging/check_deb.sh tests the package in a bare Debian.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
summary=$(sed -n 's/^description = "\(.*\)"/\1/p' pyproject.toml)
architecture=$(dpkg --print-architecture)
package=dist/twofold_${version}_$architecture.deb
maintainer="The Twofold authors <noreply@twofold.invalid>" # no address exists yet

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

mkdir -p "$root"/{DEBIAN,usr/{lib,bin,share/doc/twofold,share/lintian/overrides}}
cp -r dist/share "$root/usr/"
gzip -9n "$root/usr/share/man/man1/twofold.1"
cp -r dist/twofold "$root/usr/lib/"
ln -s ../lib/twofold/twofold "$root/usr/bin/twofold"

# libegl1 and libgl1 are loaded by Qt, not copied.
depends="libc6 (>= 2.34), libegl1, libgl1"
while read -r owner; do
    depends+=", $owner"
done < <(
    for library in "$root"/usr/lib/twofold/_internal/lib*.so*; do
        [[ $library == */libpython* ]] && continue # not in every release of Debian
        owner=$(dpkg -S "*/$(basename "$library")" 2>/dev/null | sed -n '1s/:.*//p' || true)
        [[ -n $owner ]] || continue
        rm "$library"
        echo "$owner"
    done | sort -u
)
find "$root/usr/lib" -name '*.so*' -type f -exec chmod 644 {} +

documents=$root/usr/share/doc/twofold
cat >"$documents/copyright" <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: 2025-2026 the Twofold authors
License: Apache-2.0
 On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.
 The libraries in /usr/lib/twofold have their own licences:
 /usr/lib/twofold/_internal/THIRD_PARTY.md lists them.
COPYRIGHT
gzip -9nc >"$documents/changelog.gz" <<CHANGELOG
twofold ($version) unstable; urgency=medium

  * See CHANGELOG.md in the source.

 -- $maintainer  $(date --utc --rfc-email --date="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}")
CHANGELOG
# The program brings libraries in the versions that it was tested with.
printf 'twofold: %s\n' embedded-library custom-library-search-path unstripped-binary-or-object \
    shared-library-lacks-prerequisites library-not-linked-against-libc duplicate-font-file \
    national-encoding hardening-no-pie executable-not-elf-or-script >"$root/usr/share/lintian/overrides/twofold"

cat >"$root/DEBIAN/control" <<CONTROL
Package: twofold
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: text
Priority: optional
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: $depends
Recommends: fonts-noto-core, fonts-noto-cjk, xdg-utils
Description: $(tr '[:upper:]' '[:lower:]' <<<"${summary:0:1}")${summary:1}
 Type a query and get the passages that answer it from your own files, ranked
 by keywords and by meaning. Every result shows how both rankings voted and
 cites the page or line it comes from. Nothing leaves the computer unless you
 ask for it.
 .
 This package cannot read scans or use shared libraries. An installation with
 pipx can.
CONTROL

dpkg-deb --root-owner-group -Zxz -z6 --build "$root" "$package"
echo "Install it with: sudo apt install ./$package"
du -k "$package" | awk '{print int($1 / 1000) " MB; installed:"}'
sed -n 's/^Installed-Size: //p' "$root/DEBIAN/control" | awk '{print int($1 / 1000) " MB"}'
