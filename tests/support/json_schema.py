"""A JSON Schema check of the keywords that resources/schemas uses (draft 2020-12)."""

import json
import re
from datetime import date, datetime
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parents[2] / "resources" / "schemas"
KNOWN_KEYWORDS = {
    "$schema", "$id", "$ref", "title", "description", "type", "properties", "required",
    "additionalProperties", "items", "enum", "const", "pattern", "format", "minimum", "maximum",
    "oneOf",
}  # fmt: skip
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,),
    "integer": (int,), "number": (int, float), "null": (type(None),),
}  # fmt: skip


def load_schema(name: str) -> dict[str, Any]:
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


def violations(value: Any, schema: dict[str, Any], at: str = "$") -> list[str]:
    """Return what is wrong with `value`, each with its place; an empty list when it is valid."""
    unknown = set(schema) - KNOWN_KEYWORDS
    assert not unknown, f"the check does not know {unknown}"
    if "$ref" in schema:
        return violations(value, load_schema(schema["$ref"]), at)
    if "type" in schema and not _has_type(value, schema["type"]):
        return [f"{at}: {value!r} is no {schema['type']}"]
    found = _scalar_violations(value, schema, at)
    if isinstance(value, list):
        for index, item in enumerate(value):
            found += violations(item, schema.get("items", {}), f"{at}[{index}]")
    if isinstance(value, dict):
        found += _object_violations(value, schema, at)
    if "oneOf" in schema:
        fitting = [part for part in schema["oneOf"] if not violations(value, part, at)]
        if len(fitting) != 1:
            found.append(f"{at}: fits {len(fitting)} of oneOf")
    return found


def _has_type(value: Any, wanted: str | list[str]) -> bool:
    names = [wanted] if isinstance(wanted, str) else wanted
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, TYPES[name]) for name in names)


def _scalar_violations(value: Any, schema: dict[str, Any], at: str) -> list[str]:
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{at}: {value!r} is not {schema['const']!r}")
    if isinstance(value, str):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            found.append(f"{at}: {value!r} does not match {schema['pattern']}")
        if "format" in schema and not _has_format(value, schema["format"]):
            found.append(f"{at}: {value!r} is no {schema['format']}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        if value < schema.get("minimum", value):
            found.append(f"{at}: {value} < {schema['minimum']}")
        if value > schema.get("maximum", value):
            found.append(f"{at}: {value} > {schema['maximum']}")
    return found


def _has_format(value: str, name: str) -> bool:
    try:
        if name == "date":
            date.fromisoformat(value)
            return True
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _object_violations(value: dict[str, Any], schema: dict[str, Any], at: str) -> list[str]:
    properties = schema.get("properties", {})
    extra = schema.get("additionalProperties", True)
    found = [f"{at}: lacks {name}" for name in schema.get("required", []) if name not in value]
    for name, item in value.items():
        if name in properties:
            found += violations(item, properties[name], f"{at}.{name}")
        elif extra is False:
            found.append(f"{at}: has unknown {name}")
        elif isinstance(extra, dict):
            found += violations(item, extra, f"{at}.{name}")
    return found
