"""What kind of document a package of Office Open XML is, by its list of content types."""

from __future__ import annotations

import re

from engine.extract.zip_package import ZipPackage
from engine.model.errors import DocumentError

_TYPES = "[Content_Types].xml"


def is_package_of(main_type: re.Pattern[bytes], whole: bytes, *, is_called_so: bool) -> bool:
    """Say whether a zip file declares a part of this type; of a damaged one the name decides."""
    if _TYPES.encode() not in whole:
        return is_called_so
    try:
        with ZipPackage(whole) as package:
            if _TYPES in package:
                return main_type.search(package.read(_TYPES)) is not None
    except DocumentError:
        pass  # of a damaged file, only the name can tell
    return is_called_so
