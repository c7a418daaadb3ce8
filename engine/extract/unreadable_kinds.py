"""Kinds of files that no format can read: their first bytes, their names, and advice."""

from __future__ import annotations

import re

from twofold.engine.model.localized import EMPTY, Message, message

IWORK_NAME = message("a Pages, Numbers or Keynote document (.pages, .numbers, .key)")
IWORK_HINT = message("Export it as .docx, .pptx, .xlsx or .pdf.")
# First bytes of files that contain no text, and the names of their formats.
BINARY_STARTS: tuple[tuple[bytes, Message], ...] = (
    (b"RIFF", message("an audio, video or picture file")),
    (b"FORM", message("an audio or picture file")),
    (b"MThd", message("an audio file")),
    (b"#!AMR", message("an audio file")),
    (b"FLV\1", message("a video")),
    (b"\x1a\x45\xdf\xa3", message("a video")),
    (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", message("an audio or video file")),
    (b"\0\0\1\xba", message("a video")),
    (b"\0\0\1\xb3", message("a video")),
    (b"\xca\xfe\xba\xbe\0", message("a program")),
    (b"\xcf\xfa\xed\xfe", message("a program")),
    (b"\0\1\0\0\0", message("a font")),
    (b"OTTO\0", message("a font")),
    (b"ttcf\0", message("a font")),
    (b"\0\0\1\0", message("an icon")),
    (b"ID3", message("an audio file")),
    (b"OggS", message("an audio or video file")),
    (b"fLaC", message("an audio file")),
    (b"\x7fELF", message("a program")),
    (b"MZ\x90", message("a program")),
    (b"GGUF", message("a language model")),
    (b"\0asm", message("a program")),
    (b"wOF", message("a font")),
)
UNPACK = message("Unpack it into a folder of the library.")
# First bytes of files that may contain text but cannot be read, with advice.
UNREAD_STARTS: tuple[tuple[bytes, Message, Message], ...] = (
    (b"7z\xbc\xaf\x27\x1c", message("a 7-Zip archive (.7z)"), UNPACK),
    (b"Rar!\x1a\x07", message("a RAR archive (.rar)"), UNPACK),
    (b"\x28\xb5\x2f\xfd", message("a Zstandard archive"), UNPACK),
    (b"\x1f\x9d", message("a compressed file (.Z)"), UNPACK),
    (b"070701", message("a cpio archive"), UNPACK),
    (b"070707", message("a cpio archive"), UNPACK),
    (b"\xc7\x71", message("a cpio archive"), UNPACK),
    (b"!<arch>\n", message("an ar archive"), UNPACK),
    (b"LZIP\1", message("a compressed file (.lz)"), UNPACK),
    (b"\x04\x22\x4d\x18", message("a compressed file (.lz4)"), UNPACK),
    (b"\x5d\0\0", message("a compressed file (.lzma)"), UNPACK),
    (b"MSCF\0", message("a Windows cabinet (.cab)"), UNPACK),
    (b"xar!\0", message("an xar archive"), UNPACK),
    (b"\xed\xab\xee\xdb", message("a software package (.rpm)"), UNPACK),
    (b"\x60\xea", message("an ARJ archive (.arj)"), UNPACK),
    (b"8BPS\0", message("a Photoshop picture (.psd)"), message("Export it as .pdf or .png.")),
    (b"gimp xcf", message("a GIMP picture (.xcf)"), message("Export it as .pdf or .png.")),
    (
        b"\0\0\0\x0cjP  \r\n\x87\n",
        message("a JPEG 2000 picture (.jp2)"),
        message("Export it as .jpg."),
    ),
    (b"\xd7\xcd\xc6\x9a", message("a Windows metafile (.wmf)"), message("Export it as .pdf.")),
    (b"\1\0\0\0\x6c\0\0\0", message("a Windows metafile (.emf)"), message("Export it as .pdf.")),
    (b"\0\0\2\0\6\4", message("a Lotus 1-2-3 workbook"), message("Save it as .xlsx.")),
    (b"\0\0\x1a\0\0\x10\4\0", message("a Lotus 1-2-3 workbook"), message("Save it as .xlsx.")),
    (b"\0\0\x1a\0\2\x10\4\0", message("a Lotus 1-2-3 workbook"), message("Save it as .xlsx.")),
    (b"\0\0\x1a\0\5\x10\4\0", message("a Lotus 1-2-3 workbook"), message("Save it as .xlsx.")),
    (b"\0\0\2\0\1\x10", message("a Quattro Pro workbook"), message("Save it as .xlsx.")),
    (b"\0\0\2\0\x20\x51", message("a Quattro Pro workbook"), message("Save it as .xlsx.")),
    (
        b"\xa1\x2f\xff\x43\xd9\xef\x76\x4c",
        message("a OneNote table of contents (.onetoc2)"),
        message("Export its pages as .docx or .pdf."),
    ),
    (b"SQLite format 3\0", message("a database"), message("Export its tables as .csv.")),
    (
        b"\0\1\0\0Standard ACE DB",
        message("an Access database"),
        message("Export its tables as .xlsx or .csv."),
    ),
    (
        b"\0\1\0\0Standard Jet DB",
        message("an Access database"),
        message("Export its tables as .xlsx or .csv."),
    ),
    (b"ITSF", message("a compiled help file (.chm)"), message("Unpack it as .html.")),
    (
        b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d",
        message("a OneNote notebook (.one)"),
        message("Export its pages as .docx or .pdf."),
    ),
    (b"AC10", message("an AutoCAD drawing"), message("Export it as .pdf.")),
    (b"\xffWPC", message("a WordPerfect document"), message("Save it as .docx or .pdf.")),
    (
        b"\xdb\xa5-\0",
        message("a Word for Windows 2 document"),
        message("Save it as .docx or .pdf."),
    ),
    (
        b"1\xbe\0\0",
        message("a Write or Word for DOS document"),
        message("Save it as .docx or .pdf."),
    ),
    (b"HWP Document File", message("a Hangul document"), message("Save it as .docx or .pdf.")),
    (b"AT&TFORM", message("a DjVu document"), message("Convert it to .pdf.")),
)
# Parts of ZIP packages of other programs, in the first bytes or in the central directory.
PACKAGES: tuple[tuple[bytes, Message, Message], ...] = (
    (b"xl/", message("an Excel workbook"), message("Save it as .xlsx.")),
    (b"visio/", message("a Visio drawing"), message("Save it as .pdf.")),
    (b"opendocument", message("an OpenDocument file"), message("Save it as .pdf.")),
    (b"application/epub+zip", message("an EPUB book"), EMPTY),
    (b"Index/Document.iwa", IWORK_NAME, IWORK_HINT),
    (b"Index.zip", IWORK_NAME, IWORK_HINT),
    (b"buildVersionHistory.plist", IWORK_NAME, IWORK_HINT),
    (b"index.apxl", message("a Keynote document (.key)"), message("Export it as .pptx or .pdf.")),
    (b"META-INF/MANIFEST.MF", message("a Java program"), EMPTY),
)
# Streams that identify a compound file, its name, and the format to save it in instead.
OLDER_DOCUMENTS: tuple[tuple[str, Message, Message], ...] = (
    ("Quill", message("a Publisher document (.pub)"), message("Save it as .pdf.")),
    ("VisioDocument", message("a Visio drawing (.vsd)"), message("Save it as .pdf.")),
    ("FileHeader", message("a Hangul document (.hwp)"), message("Save it as .docx or .pdf.")),
    ("MatOST", message("a Works document (.wps)"), message("Save it as .docx or .pdf.")),
    ("SPELLING", message("a Works document (.wps)"), message("Save it as .docx or .pdf.")),
    ("Props9", message("a Project plan (.mpp)"), message("Save it as .xlsx or .pdf.")),
    ("Props12", message("a Project plan (.mpp)"), message("Save it as .xlsx or .pdf.")),
    ("Props14", message("a Project plan (.mpp)"), message("Save it as .xlsx or .pdf.")),
    ("StarWriterDocument", message("a StarOffice document (.sdw)"), message("Save it as .odt.")),
    ("StarCalcDocument", message("a StarOffice workbook (.sdc)"), message("Save it as .ods.")),
    ("NativeContent_MAIN", message("a Quattro Pro workbook"), message("Save it as .xlsx.")),
    ("SwDocMgrTempStorage", message("a SolidWorks file"), message("Save it as .pdf.")),
    ("Dgn~H", message("a MicroStation drawing (.dgn)"), message("Save it as .pdf.")),
    ("RSeDb", message("an Inventor file"), message("Save it as .pdf.")),
    ("PP40", message("a PowerPoint 4 presentation"), message("Save it as .pptx or .pdf.")),
)
_SAVE_AS_PDF = message("Save it as .pdf.")
# Compound files that cannot be identified by their streams.
OLDER_EXTENSIONS: dict[str, tuple[Message, Message]] = {
    **dict.fromkeys(("sldprt", "sldasm", "slddrw"), (message("a SolidWorks file"), _SAVE_AS_PDF)),
    **dict.fromkeys(("ipt", "iam", "idw"), (message("an Inventor file"), _SAVE_AS_PDF)),
    "dgn": (message("a MicroStation drawing (.dgn)"), _SAVE_AS_PDF),
    "msi": (message("an installer (.msi)"), EMPTY),
    "max": (message("a 3ds Max scene (.max)"), _SAVE_AS_PDF),
}
# Brands of HEIF (ISO/IEC 23008-12); others of the same container are audio and video.
PICTURE_BRANDS = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif", b"avis"}
)
MPEG_SOUND = re.compile(rb"\xff[\xe3\xf2\xf3\xfa\xfb][\x10-\xef]")
