#!/usr/bin/env bash
# Print what CHANGELOG.md says about the version of a tag. Fail unless the tag is the version of
# pyproject.toml and the changelog names its date.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=${1:?a tag, for example v0.1.0}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
if [[ $tag != "v$version" ]]; then
    echo "The tag $tag is not the version $version of pyproject.toml." >&2
    exit 1
fi
if ! grep -qE "^## ${version//./\\.} \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" CHANGELOG.md; then
    echo "CHANGELOG.md needs the heading '## $version (YYYY-MM-DD)'." >&2
    exit 1
fi
awk -v heading="## $version " 'index($0, heading) == 1 { inside = 1; next } /^## / { inside = 0 } inside' CHANGELOG.md
