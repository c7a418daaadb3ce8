"""The ways of searching that are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.model.errors import BadRequestError
from engine.model.request import FusionRule, FusionSettings, SearchMode, SearchRequest

_USUAL_MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID)


@dataclass(frozen=True, slots=True)
class Run:
    """One way of searching: 'lexical', 'vector', 'hybrid/rrf' ..."""

    name: str
    mode: SearchMode
    fusion: FusionSettings

    @property
    def needs_vectors(self) -> bool:
        """Whether passages are searched by meaning."""
        return self.mode not in {SearchMode.LEXICAL, SearchMode.SUBSTRING}

    def request(self, query: str) -> SearchRequest:
        """Return the search of this run; the whole ranking is looked at, so one hit is enough.

        Copies are not folded: of two documents with one text both are judged.
        """
        return SearchRequest(query, self.mode, k=1, fusion=self.fusion, fold_copies=False)


def plan_runs(
    modes: Sequence[SearchMode], fusions: Sequence[FusionRule], fusion: FusionSettings
) -> tuple[Run, ...]:
    """Return the runs of these modes and fusion rules; of all usual ones when none are named.

    Raise BadRequestError when fusion rules are named for modes that fuse nothing.
    """
    wanted = tuple(dict.fromkeys(modes)) or _USUAL_MODES
    if fusions and SearchMode.HYBRID not in wanted:
        raise BadRequestError("A fusion rule needs the mode hybrid.", "Add: --mode hybrid")
    rules = tuple(dict.fromkeys(fusions)) or tuple(FusionRule)
    return tuple(run for mode in wanted for run in _of_mode(mode, rules, fusion))


def _of_mode(
    mode: SearchMode, rules: Sequence[FusionRule], fusion: FusionSettings
) -> Iterator[Run]:
    if mode is not SearchMode.HYBRID:
        yield Run(mode.value, mode, fusion)
        return
    for rule in rules:
        yield Run(f"{mode.value}/{rule.value}", mode, replace(fusion, rule=rule))
