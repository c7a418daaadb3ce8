"""The fusion rules and their parameters.

Settings, command line options, JSON and its schemas, sliders, explanations and export texts are
derived from these declarations. A new rule needs a member of FusionRule and fields in
FusionSettings for its parameters. Type checking of engine.ranking.fusion fails until the function
for the rule is added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Self

from twofold.engine.model.localized import EMPTY, Message, message


class FusionRule(StrEnum):
    """How two rankings are combined; `label` is shown to users."""

    RRF = "rrf", message("By position in the lists")
    WEIGHTED = "weighted", message("By score")
    BLEND = "blend", message("By score relative to the best")
    ADAPTIVE = "adaptive", message("Automatic for each query")

    label: Message

    def __new__(cls, value: str, label: Message = EMPTY) -> Self:
        """Return a member with its value and label."""
        rule = str.__new__(cls, value)
        rule._value_, rule.label = value, label
        return rule


class ScoreKind(StrEnum):
    """The meaning of `Hit.score` if it was not computed by a FusionRule."""

    BM25 = "bm25"
    COSINE = "cosine"
    SUBSTRING = "substring"


class TieBreak(StrEnum):
    """How hits with equal fusion scores are ordered."""

    LEXICAL_RANK = "lexical_rank"
    BLEND = "blend"


@dataclass(frozen=True, slots=True)
class SliderWords:
    """The texts of a parameter's slider, its maximum and its step."""

    label: Message
    name: Message
    tip: Message
    low: Message
    high: Message
    maximum: float
    step: float = 1


@dataclass(frozen=True, slots=True)
class FusionParameter:
    """A number used by fusion: `search.NAME` in the settings, `--NAME` on the command line.

    Only `rule` uses it; None means all rules. `symbol` is its name in explanations.
    """

    name: str
    default: int | float
    minimum: float
    maximum: float
    description: Message
    rule: FusionRule | None = None
    symbol: str = ""
    slider: SliderWords | None = None


def _parameter(
    minimum: float, maximum: float, description: Message, **more: object
) -> dict[str, Any]:
    return {"minimum": minimum, "maximum": maximum, "description": description, **more}


@dataclass(frozen=True, slots=True)
class FusionSettings:
    """The rule and its parameters. The rrf score is the sum of w_m / (rrf_k + rank_m) over m."""

    rule: FusionRule = FusionRule.RRF
    rrf_k: int = field(
        default=60,
        metadata=_parameter(
            1,
            1000,
            message("Depth of rank fusion (k). Higher values give lower ranks more weight."),
            rule=FusionRule.RRF,
            symbol="k",
            slider=SliderWords(
                message("Depth (k)"),
                message("Depth"),
                message("How much weight lower-ranked passages get"),
                message("top ranks only"),
                message("deeper ranks"),
                200,
            ),
        ),
    )
    lexical_weight: float = field(
        default=1.0,
        metadata=_parameter(
            0.0, 100.0, message("Weight of the keyword ranking, unless fusion is automatic.")
        ),
    )
    vector_weight: float = field(
        default=1.0,
        metadata=_parameter(
            0.0, 100.0, message("Weight of the meaning ranking, unless fusion is automatic.")
        ),
    )
    tie_break: TieBreak = TieBreak.LEXICAL_RANK

    @property
    def automatic(self) -> FusionSettings:
        """A copy with the adaptive rule, which chooses the weights for each query."""
        usual = FusionSettings()
        return replace(
            self,
            rule=FusionRule.ADAPTIVE,
            lexical_weight=usual.lexical_weight,
            vector_weight=usual.vector_weight,
        )

    @property
    def parameters(self) -> Mapping[str, int | float]:
        """The values of all parameters by name."""
        return {one.name: getattr(self, one.name) for one in FUSION_PARAMETERS}


FUSION_PARAMETERS = tuple(
    FusionParameter(one.name, getattr(FusionSettings(), one.name), **one.metadata)
    for one in fields(FusionSettings)
    if one.metadata
)
