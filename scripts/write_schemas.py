"""Copy the rules and parameters of fusion from the code into the schemas in resources/schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from twofold.engine.model.fusion import FUSION_PARAMETERS, FusionRule, ScoreKind

SCHEMAS = Path(__file__).resolve().parent.parent / "resources" / "schemas"


def written(name: str) -> str:
    """Return the text of a schema with the fusion rules and parameters of the code."""
    schema: dict[str, Any] = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    if name.startswith("search_hit"):
        schema["properties"]["score_kind"]["enum"] = [
            kind.value for kind in (*FusionRule, *ScoreKind)
        ]
    else:
        settings = schema["properties"]["trace"]["properties"]["settings"]
        settings["properties"]["fusion"]["enum"] = [rule.value for rule in FusionRule]
        parameters = {
            one.name: {
                "type": "integer" if isinstance(one.default, int) else "number",
                "minimum": int(one.minimum),
            }
            for one in FUSION_PARAMETERS
        }
        names = [*settings["properties"]]
        before = names[: names.index("fusion") + 1]
        after = names[names.index("tie_break") :]
        settings["required"] = [*before, *parameters, *after]
        known = settings["properties"] | parameters
        settings["properties"] = {key: known[key] for key in settings["required"]}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for schema_name in ("search_hit.v1.json", "search_response.v1.json"):
        (SCHEMAS / schema_name).write_text(written(schema_name), encoding="utf-8")
