"""The rules and parameters of fusion, declared once.

Settings, options of the command line, JSON and its schemas, sliders, explanations and the words of
exports follow from here. A new rule is a member of FusionRule, its parameters are fields of
FusionSettings, and engine.ranking.fusion does not type-check until it has its function.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Self

from twofold.engine.model.message import EMPTY, Message, message


class FusionRule(StrEnum):
    """How two rankings become one; `label` is what users read."""

    RRF = "rrf", message("By ranks")
    WEIGHTED = "weighted", message("By scores")
    BLEND = "blend", message("By scores relative to the best")
    ADAPTIVE = "adaptive", message("Automatic for each query")

    label: Message

    def __new__(cls, value: str, label: Message = EMPTY) -> Self:
        """Make a member of its value and its label."""
        rule = str.__new__(cls, value)
        rule._value_, rule.label = value, label
        return rule


class ScoreKind(StrEnum):
    """What `Hit.score` measures if it was not made by a FusionRule."""

    BM25 = "bm25"
    COSINE = "cosine"
    SUBSTRING = "substring"


class TieBreak(StrEnum):
    """What decides between hits of equal fusion score."""

    LEXICAL_RANK = "lexical_rank"
    BLEND = "blend"


@dataclass(frozen=True, slots=True)
class SliderWords:
    """What the slider of a parameter says, its greatest value and the distance of two values."""

    label: Message
    name: Message
    tip: Message
    low: Message
    high: Message
    maximum: float
    step: float = 1


@dataclass(frozen=True, slots=True)
class FusionParameter:
    """A number that fusion uses: `search.NAME` in the settings, `--NAME` on the command line.

    Only `rule` uses it; None stands for all rules. `symbol` is what explanations call it.
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
    """The rule and its parameters: rrf is sum w_m / (rrf_k + rank_m), see `engine.ranking`."""

    rule: FusionRule = FusionRule.RRF
    rrf_k: int = field(
        default=60,
        metadata=_parameter(
            1,
            1000,
            message("Depth of rank fusion: higher lets deeper ranks count."),
            rule=FusionRule.RRF,
            symbol="k",
            slider=SliderWords(
                message("Depth (k)"),
                message("Depth"),
                message("How far down the rankings a passage still counts"),
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
        """These settings under the adaptive rule, which finds the weights of each query itself."""
        usual = FusionSettings()
        return replace(
            self,
            rule=FusionRule.ADAPTIVE,
            lexical_weight=usual.lexical_weight,
            vector_weight=usual.vector_weight,
        )

    @property
    def parameters(self) -> Mapping[str, int | float]:
        """The values of all parameters by their names."""
        return {one.name: getattr(self, one.name) for one in FUSION_PARAMETERS}


FUSION_PARAMETERS = tuple(
    FusionParameter(one.name, getattr(FusionSettings(), one.name), **one.metadata)
    for one in fields(FusionSettings)
    if one.metadata
)
