#!/usr/bin/env bash
# Put dist/Twofold.app into a disk image in dist/. PyInstaller has signed it if SIGNING_IDENTITY names a
# certificate of the keychain; with NOTARY_PROFILE (xcrun notarytool store-credentials) Apple notarizes it too.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
image=dist/twofold-$version-$(uname -m).dmg
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

cp -R dist/Twofold.app "$root/"
ln -s /Applications "$root/Applications"
hdiutil create -ov -volname Twofold -format ULMO -srcfolder "$root" "$image"
if [[ -n ${NOTARY_PROFILE:-} ]]; then
    codesign --sign "$SIGNING_IDENTITY" --timestamp "$image"
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
fi
