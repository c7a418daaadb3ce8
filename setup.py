"""The packages, dependencies and extras of `twofold`; everything else is in pyproject.toml.

The folder `public` is the package itself, and app, ui, engine and resources are its subpackages. An
installation has no other top-level names, so that it fits into a project with an `app` of its own.
"""

import re
import subprocess
import sys
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

_CODE = ("app", "engine", "ui")
_FOLDERS = {f"twofold.{name}": name for name in (*_CODE, "resources")}
_PACKAGES = find_packages(include=[pattern for name in _CODE for pattern in (name, f"{name}.*")])
_REQUIREMENTS = Path(__file__).resolve().parent / "requirements"
_EXTRAS = ("bulk", "eval", "mcp", "milvus", "ocr")


class BuildWithTranslations(build_py):
    """Compiles the translations, which are resources of the package, before it collects files."""

    def run(self) -> None:
        """Build the package."""
        script = "scripts/update_translations.py"
        subprocess.run([sys.executable, script, "--compile"], check=True)
        super().run()


def _requirements(name: str) -> list[str]:
    """Return the lines of a .in file; without a version, the locked one is the lowest allowed."""
    lock = (_REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8")
    locked = dict(reversed(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", lock, re.MULTILINE)))
    lines = (_REQUIREMENTS / f"{name}.in").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        package, _, marker = line.partition(";")
        if re.fullmatch(r"[a-z0-9-]+", package.strip()):
            package = f"{package.strip()}>={locked[package.strip()]}"
        if package and not package.startswith("#"):
            found.append(f"{package}; {marker.strip()}" if marker else package)
    return found


def _description() -> str:
    """Return the README without pictures and links of the source, which an index cannot show."""
    text = (_REQUIREMENTS.parent / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"!\[[^]]*]\((?!http)[^)]*\)\n+", "", text)
    return re.sub(r"\[([^]]*)]\((?!http)[^)]*\)", r"\1", text)


_extras = {name: _requirements(name) for name in _EXTRAS}
setup(
    cmdclass={"build_py": BuildWithTranslations},
    packages=["twofold", "twofold.resources", *(f"twofold.{name}" for name in _PACKAGES)],
    package_dir={"twofold": "public", **_FOLDERS},
    long_description=_description(),
    long_description_content_type="text/markdown",
    install_requires=_requirements("runtime"),
    extras_require={**_extras, "all": [f"twofold[{','.join(_EXTRAS)}]"]},
)
