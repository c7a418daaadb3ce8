"""A JSON Schema validator for the keywords used in resources/schemas (draft 2020-12)."""

import json
import re
from collections.abc import Callable
from datetime import datetime
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
    """Return the violations of the schema, each with its path. An empty list means valid."""
    unknown = set(schema) - KNOWN_KEYWORDS
    assert not unknown, f"the check does not know {unknown}"
    if "$ref" in schema:
        return violations(value, load_schema(schema["$ref"]), at)
    found = [
        f"{at}: {value!r} breaks {keyword} {schema[keyword]!r}"
        for keyword, holds in _CHECKS.items()
        if keyword in schema and not holds(value, schema[keyword])
    ]
    if isinstance(value, list):
        for index, item in enumerate(value):
            found += violations(item, schema.get("items", {}), f"{at}[{index}]")
    if isinstance(value, dict):
        others = schema.get("additionalProperties", True)
        for name, item in value.items():
            inside = schema.get("properties", {}).get(name, others)
            if inside is False:
                found.append(f"{at}: has unknown {name}")
            elif inside is not True:
                found += violations(item, inside, f"{at}.{name}")
    return found


def _has_type(value: Any, wanted: str | list[str]) -> bool:
    names = [wanted] if isinstance(wanted, str) else wanted
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, TYPES[name]) for name in names)


def _has_format(value: Any, name: str) -> bool:
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return False
    return name == "date" or found.tzinfo is not None


_CHECKS: dict[str, Callable[[Any, Any], object]] = {
    "type": _has_type,
    "enum": lambda value, allowed: value in allowed,
    "const": lambda value, only: value == only,
    "pattern": lambda value, pattern: not isinstance(value, str) or re.search(pattern, value),
    "format": lambda value, name: not isinstance(value, str) or _has_format(value, name),
    "minimum": lambda value, least: value is None or value >= least,
    "maximum": lambda value, most: value is None or value <= most,
    "required": lambda value, names: not isinstance(value, dict) or set(names) <= set(value),
    "oneOf": lambda value, parts: sum(not violations(value, part) for part in parts) == 1,
}
