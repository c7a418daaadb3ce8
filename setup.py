"""Which folders make the package `twofold`; everything else is in pyproject.toml.

The folder `public` is the package itself, and app, ui, engine and resources are its subpackages. An
installation has no other top-level names, so that it fits into a project with an `app` of its own.
"""

from setuptools import find_packages, setup

_CODE = ("app", "engine", "ui")
_FOLDERS = {f"twofold.{name}": name for name in (*_CODE, "resources")}
_PACKAGES = find_packages(include=[pattern for name in _CODE for pattern in (name, f"{name}.*")])

setup(
    packages=["twofold", "twofold.resources", *(f"twofold.{name}" for name in _PACKAGES)],
    package_dir={"twofold": "public", **_FOLDERS},
)
