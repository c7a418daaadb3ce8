#!/usr/bin/env bash
# Put dist/twofold and dist/share into an AppImage in dist/: AppImage's runtime, and a squashfs behind it.
# The runtime is that of its release 20251108, which .github/workflows/check.yml fetches.
set -euo pipefail
cd "$(dirname "$0")/.."

runtime=${1:?the runtime of AppImage for this machine}
machine=$(uname -m)
declare -A hashes=(
    [x86_64]=2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d
    [aarch64]=00cbdfcf917cc6c0ff6d3347d59e0ca1f7f45a6df1a428a0d6d8a78664d87444
)
sha256sum --check --quiet <<<"${hashes[$machine]}  $runtime"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
package=dist/twofold-$version-$machine.AppImage

root=$(mktemp -d)
trap 'rm -rf "$root" "$root.squashfs"' EXIT
chmod 755 "$root"

mkdir -p "$root/usr/lib"
cp -r dist/share "$root/usr/"
cp -r dist/twofold "$root/usr/lib/"
ln -s usr/lib/twofold/twofold "$root/AppRun"
ln -s usr/share/applications/twofold.desktop usr/share/icons/hicolor/scalable/apps/twofold.svg "$root"
ln -s usr/share/icons/hicolor/256x256/apps/twofold.png "$root/.DirIcon"

mksquashfs "$root" "$root.squashfs" -quiet -no-progress -root-owned -comp zstd
cat "$runtime" "$root.squashfs" >"$package"
chmod 755 "$package"
echo "The AppImage: $package"
