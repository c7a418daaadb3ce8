"""What kind of drive a folder lies on."""

from __future__ import annotations

from pathlib import Path

_REMOTE = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "9p", "ceph", "glusterfs", "afs", "ncpfs",
        "webdav", "davfs", "vboxsf", "virtiofs", "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse",
        "fuse.davfs", "fuse.s3fs", "drvfs",
    }
)  # fmt: skip


def is_remote(root: str) -> bool:
    """Say whether others may change a folder without this system hearing of it."""
    if root.startswith("\\\\"):  # Windows' name of a share
        return True
    import psutil  # noqa: PLC0415 (needed only where folders are watched)

    try:
        partitions = psutil.disk_partitions(all=True)
    except (OSError, RuntimeError):
        return False
    path = Path(root)
    around = [one for one in partitions if path.is_relative_to(one.mountpoint)]
    nearest = max(around, key=lambda one: len(one.mountpoint), default=None)
    if nearest is None:
        return False
    return nearest.fstype.lower() in _REMOTE or "remote" in nearest.opts.split(",")
