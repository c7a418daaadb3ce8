"""Virtual environments, for processes with another interpreter or with startup code."""

import sys
import sysconfig
from pathlib import Path


def make_environment(folder, program=sys.executable):
    """Create an environment for `program` with all libraries of the tests.

    Return interpreter and folder.

    Child processes of Twofold ignore PYTHONPATH, but load modules in the environment.
    """
    python, real = folder / "bin" / "python", Path(program).resolve()
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    python.parent.mkdir(parents=True)
    packages.mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(f"home = {real.parent}\n", encoding="utf-8")
    python.symlink_to(real)
    (packages / "all.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python, packages
