"""Which folders make the package `twofold`; everything else is in pyproject.toml.

The folder `public` is the package itself, and app, ui, engine and resources are its subpackages. An
installation has no other top-level names, so that it fits into a project with an `app` of its own.
"""

import subprocess
import sys

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

_CODE = ("app", "engine", "ui")
_FOLDERS = {f"twofold.{name}": name for name in (*_CODE, "resources")}
_PACKAGES = find_packages(include=[pattern for name in _CODE for pattern in (name, f"{name}.*")])


class BuildWithTranslations(build_py):
    """Compiles the translations, which are resources of the package, before it collects files."""

    def run(self) -> None:
        """Build the package."""
        script = "scripts/update_translations.py"
        subprocess.run([sys.executable, script, "--compile"], check=True)
        super().run()


setup(
    cmdclass={"build_py": BuildWithTranslations},
    packages=["twofold", "twofold.resources", *(f"twofold.{name}" for name in _PACKAGES)],
    package_dir={"twofold": "public", **_FOLDERS},
)
