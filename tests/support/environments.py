"""Virtual environments, for processes with another interpreter or with code that runs first."""

import sys
import sysconfig
from pathlib import Path


def make_environment(folder, program=sys.executable):
    """Make an environment of `program` with all libraries of the tests; return both.

    Child processes of Twofold ignore PYTHONPATH; what lies in the environment they load.
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
