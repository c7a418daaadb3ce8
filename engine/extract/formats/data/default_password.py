"""Workbooks encrypted with the password that Excel tries by itself ("always open read-only")."""

from __future__ import annotations

import struct
from io import BytesIO
from xml.parsers.expat import ExpatError

from twofold.engine.extract.errors import password_error

_PASSWORD = "VelvetSweatshop"  # noqa: S105 [MS-OFFCRYPTO] 2.1.1, not a secret
_DAMAGE = (
    ValueError, TypeError, LookupError, AttributeError, OSError, OverflowError, AssertionError,
    RecursionError, NotImplementedError, struct.error, ExpatError,
)  # fmt: skip


def decrypted(data: bytes) -> bytes:
    """Return a decrypted workbook; raise DocumentError (password)."""
    import msoffcrypto  # noqa: PLC0415  few files need it
    from msoffcrypto import exceptions  # noqa: PLC0415

    broken = (exceptions.FileFormatError, exceptions.ParseError, exceptions.DecryptionError)
    result = BytesIO()
    try:
        file = msoffcrypto.OfficeFile(BytesIO(data))
        file.load_key(password=_PASSWORD)
        file.decrypt(result)
    except (*broken, *_DAMAGE) as error:
        raise password_error() from error
    return result.getvalue()
