import subprocess
import sys

import pytest

_PROGRAM = """
import os, subprocess
from engine.processes.this_process import inherited_umask, make_new_files_private
make_new_files_private()
make_new_files_private()
print(subprocess.check_output(["sh", "-c", "umask"], text=True).strip())
with inherited_umask():
    print(subprocess.check_output(["sh", "-c", "umask"], text=True).strip())
print(subprocess.check_output(["sh", "-c", "umask"], text=True).strip())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no umask")
def test_children_write_privately_but_programs_of_the_user_write_as_the_user_wishes():
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], umask=0o027, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0077", "0027", "0077"]
