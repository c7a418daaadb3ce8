"""Files to open."""


def written(folder, name, data=b"text", mode=0o644):
    file = folder / name
    file.write_bytes(data)
    file.chmod(mode)
    return file
