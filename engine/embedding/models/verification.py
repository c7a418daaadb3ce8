"""Verify that a model file computes the expected vectors.

The reference vectors were computed outside Twofold: for multilingual-e5-small by the C runtime that
ships with the packaged weights, for all-MiniLM-L6-v2 by a float64 forward pass over the original
safetensors. They are the vectors of passages (with the passage prompt), scaled to integers from
-127 to 127.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from twofold.engine.embedding.catalogue import ModelDescription
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.models.loading import forget_check, load_model, load_reranker
from twofold.engine.embedding.models.probe import STRICT_TRIAL, ModelTrial
from twofold.engine.embedding.ports import Vectors
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message

_MIN_COSINE = 0.995


@dataclass(frozen=True, slots=True)
class ReferenceSentence:
    """A passage and its vector, as base64 of int8."""

    text: str
    encoded: str

    @property
    def vector(self) -> Vectors:
        """The vector (dimension,), L2-normalised."""
        numbers = np.frombuffer(b64decode(self.encoded), dtype=np.int8).astype(np.float32)
        unit: Vectors = numbers / np.linalg.norm(numbers)
        return unit


REFERENCES: Mapping[str, tuple[ReferenceSentence, ...]] = {
    "multilingual-e5-small": (
        ReferenceSentence(
            "The pod is killed when it uses more memory than its limit allows.",
            "KfADv1nh6utaAjAXOurVLCn74rke9tQqSVuv7yK0uc0tpCcnqMwj9cngEGBA/6g76NPdU/Q5CbLItMAi"
            "QfEEEUFxOj7r3uEnF9QoRB7D5/bs67c6qjIztEO0JSjSw+S/xig8x0rxYrD+KSvaKd3ZST8iz9XZ5SLq"
            "KuLG0bkZKEgSRDIdJh5WQdUN4r6hNuMrTwkauGGwF+lQCwbSl7glK/rwwP/A0BxR0sLW/uoJGTfpTFoZ"
            "/PX2vfvHxhku4uYp3qrQMvVCHRom9gsfFvrJWO0eQqitGeC7GDXPGVL3HLOzK2DQzQ7xx4HW1cL7Lgmg"
            "yO8jt1LyAgH8Ey7W9dTuW1Jdui0n6Ug4Nz7dpr/d10sHycneNCbPwPg4HRU2COsmu9nXt0HnZi7zHBUY"
            "6uooFMkBERke+UQZ2SclVeAx95+IwezAIgvt/E4eLu3sPq35BDiqrhotuEzT2D/d1OlAmhcI2Ra4yPEs"
            "z+0iNDIx2CTn1hA4Ag4o1woiqcY+SzYn",
        ),
        ReferenceSentence(
            "Erwachsene sollten täglich etwa 0,8 Gramm Eiweiß pro Kilogramm Körpergewicht essen.",
            "P+LUnWzAvzsv/hQSf9KtGE624bweFtBDOzzd7hXD17Y20i0nr8kumB04LjI6SLYqCA3aSQop9c3twKPr"
            "LP9HFDNaITj5DdcoKdwqBknM/vqe3MIjujFQkTXsUgjF3bDYrzUIyzzL7ai4PRvAQpSxGiUh4fDX9i7G"
            "WdHNrt/LADXpGEgjAmEOa6Px+vP1NNFFQT87ASrEOtNSNzrZ6MQvMguvr9HCyhBSvd7MJ/sa6UPSSFoo"
            "6uTWtdTX8SwxtSgvrp7WIrcvGDgh1js+/eXBSr4iNp7lV7MG+ia0D/zkQZjWawHm1CmwAM7BnaUoIzHe"
            "1LckwUP66QkYAAXhyNLcI18oyQ440XFMKVvUA9rWp/VJ27XiYFfAwAodVzE80eUl1dAN3y/ATiPkPbQN"
            "A49NKdZB/wgT/D1VBMcvPDUo3ODA3/nAU0PZ01HqTb/DLOP5uBWLyxFc0i/lq1rH4wv2sBkk8Ur5zlMr"
            "yB0bOU8l4MEA0To+0gEowrhG8JwYPUJG",
        ),
        ReferenceSentence(
            "成人は１日に体重1キログラムあたり約0.8グラムのタンパク質を摂取すべきです。",
            "Ltbdzz3k0Tt/Bw8EcAu+J0G/4c8FIMc+LBsECBzQuqMr1ywdvdAqxhYaOEczUb8s/vTcKwYwE8jp1Kfu"
            "MNwbMXg3Hj7uB+1P+vgiEzPlDeS73cYSwQtZtTj4Wyfh09615igQ3D/UDr3EMx7KLLTQDB0l9O7Z7ke1"
            "OeHS17/ECSvlByg+FGMJPdnr5NXgFsk+MjIv7lvmKr9EIxvu9b81FeLHr9vksAxeufHTL70S0T3yEGQb"
            "89PEvsfl0gkr0iksyL3l89s6/jUL50hCGtCbJdIbJbndTLsp/BXMEwzv/aPXUv/GzA3TBwXAw7UVNDbO"
            "/7U0sUPl+hkk+/jn6cfjIFYP0CUt8HI5HjbL3OPW1PhEysbsNGG4tCQPLUIh//YO9Owa9iW6RQIMT9Ac"
            "59dKKLoZCggmFilL7Z4qOioYzODG3/XIQCHK7CLsMbXXDPXJ1TagxitS4yHSuijd2BktywcZ8xcL0kcp"
            "xu8HKTlT4MgDxRBOzu0H2rMz0cA6Nkw/",
        ),
        ReferenceSentence(
            "파드가 사용할 수 있는 메모리를 제한하려면 어떻게 해야 합니까?",
            "P/nI01C/CA5iIzT5f+PFQDT5+7caBLckSDXBBlm3zeL77SMUu89A2xkTJFEULbVJztDxWRFEHrfHxcVC"
            "TvAcD3QoBDz35RASF8oaASW9P/SZ2cQXm1QAszDKPBnUr6XM3hQL6iz1Jeu7PwXbJdzeUR0muMLx4y/C"
            "E/2/5KQHETEDFRoyH0d6YMRMr+bJQO0sTylTvVzRK8giFREDzNoQWcDatdLb1/RlvdrNFsMNAU7FK287"
            "+8/Pkvzi0SgvzNhTwp7dG91LIwMe3AxJBOjaNc0xT/SrVdkgJS+zBz7aAI7GGRmr7izH8tm1vq4ZCiS2"
            "xMY3uVLz20AE9z+xrszOYFBauULq9FghKQyxAMzV2QZA3NrMN2TK4xEiS1MP0gAqGtkSyxK7bi8JOuEG"
            "99sFH7omFg0MO0RA09b1LhMttsyfzvTBN/baESD4H9X8O73s3BrMyB8nzirZxgj0zCdVw/cwvy676SQQ"
            "0/QOQjFH8Qgm0T1FxdXNtK4Ku+YjMQ1J",
        ),
        ReferenceSentence(
            "Договор аренды заканчивается в последний день марта.",
            "FAj04i7e8thSFCsAH+G9IznZAM0FCfQLRkra6hK6xd8Y0BMm0MwEy8cgOlM7K98s6OvCLihH49m31cMW"
            "Ny8UORJAL0DOAs4ZA+cRHDnHAuXI8NoC1jIx6DneP1YMrtvGvSMw2R/TBIHPJ/XNRL/vNSs7wcoMtTSo"
            "Nuze08XxGtc2+/0YEiMqR9fz8/nf/toYIjFPw1bOK8YqCRvjvMgWOvTisdfZ+CBGyAvuBegvJzX0+jsh"
            "9vQA69rj4wj/1R4P4t3cM9YvCCkZDjQX+QHCL+giF7bfK7f7KizEJUDrQ6q6KiTOvCHy193H/MToQTm/"
            "Ceon10bq0APnHBbetKjgOT4p3wYn2jcORvbX7a3ztyhK39HNDWPJ4y4QJwgkCtoi0b7i61PEDf4KXt0N"
            "0KQgKqsSCiMtKREgveU/KhQRB9MFvcruUCfr9Ckx/uLnF9r7AjDl3SZL1zfQy0j/7CwZrxky+DDV1iEs"
            "yfUkMCz59tvsvDos2ikAruY21KxOQ+Y3",
        ),
        ReferenceSentence(
            "ينتهي عقد الإيجار في اليوم الأخير من شهر مارس.",
            "FP4G0TrRxf9VFDAZTtTEFSzk98oNHvgyMy/e5iWvpeEPyFA49L4DvcMGJ0tICbcyt/LEOx5LEs3awOcy"
            "VjwgGypIL0TfCLkO7eYUFju8Ld7A084EwDgzyUHEU3Hru+PT5hxL0DjFCZTHHxm/RqzpNi40w9vuoAWz"
            "RQvbyNYXNN8EAPo1Gh5TUrry7O7UErYbJyNgumTFW+UvEijhx7MgSfPAuMXQ9iZQux/aJvQ2EkfADF0n"
            "1+bp2bXswxPqxxUKvMi7LvArHige5jIXGviuUcAyIM/0P78ZKWS8IDXtLqmnLi7Crhzu1NXB4cncVDzP"
            "CO8by0T2w970Gi3yp4HnL0w/4RI84FgRPvvfAacAsxRCxcLXI0PX6kQmQBQ1+sYP5q3d6kyeDxMFcMUH"
            "0sYeG6AQGSAkJTEKtwA9HBko89TozfDgUz/+3TsO8rfMFOvf9i7w5ww21TXU3S78yTAutAo1BB+/tigj"
            "wwI5QTkR7tcErDgiuAT9m9RFyr1Gafco",
        ),
    ),
    "all-minilm-l6-v2": (
        ReferenceSentence(
            "The pod is killed when it uses more memory than its limit allows.",
            "Z/oB9SrS8BcYQRZd4voFCgz/zQdNAR4k1S3VzBrc+R8sFysqttfo6NAbwzYLIcy/PPrKBB9LMNfrLugp"
            "8s724zG5Lsb3Qh379QvUIN30EwYEDESu+CoC09v4Bg9Y7Afu9QDP6S4K8ANCwusb+0Ey6ChVIiqhKgBc"
            "G7nvDKvuAgAMn93fDNHrStP35MjoFjfOuWkm6yPF0OgiHxXcHBW5/OgM3PsE8t3a/QLr0/nBbdGhQxPp"
            "0hxBCT8EFlf18CIbJUnvKfZM/98I/5zXKBWX+BLeBifL8y4SpT0U1eDqpADv4K4Q1f/bNqix3Qo0U9jN"
            "/s/yJ88YWiDhB9wLF+5dgdomMcz9FAHtbgbQ9gXEABhAxxi4/S/Q7TcWCcFW2A3tJ/gBQN5GZDAcLeQe"
            "1vYw2Kg//icfIgEM+Ajp2OBN0AA+Bi4rXLE0RwczKNuvN1kE8/cExK21EBIUKmE0FsHH2uUdGArrNvQL"
            "rs8bFOkW7/DqHwkDCycc3vLv2yg2ChI0",
        ),
        ReferenceSentence(
            "Adults should eat about 0.8 grams of protein per kilogram of body weight each day.",
            "EhoZFqLRNg3s3SYNy+kk9UXn4hs9y+fb6NYKsfsY+d4e7AXyJqaU8Qs3Aeny//E4ZkD+BwP0KuO1+Dz5"
            "1SQz4GvC1hEkOej7/DXj7aLnCvrxJPH/LgnUSRQ15wI9HBQBxtL4ATsGXx7XEKRBAA0PSP8aEABVyMYH"
            "4fwe8tYvFgDnASUAtRAFFy7xArdF+xTrJCcZM/3ONhYB+vbY89UTxQXc+eon9+vWVtUIBgE2F8TO1R/2"
            "Fv2/2BMQHgkN59ZJ1e/qy91P+ecq4gLW3tziTyBE8u0KQvcWWCwS2ds6wgAHCA0ZHNQeGzsOUwAQMRpW"
            "qxb4AK/DEUIfIQQi9Nz77BGoDe8NDRQi9n/V2az3KNWs8SLoE7jhFgA0Ai/P397rw/AgJcIv+Nw8Jifb"
            "GDULDqP9Fw8X9foQ5F+qmQHyVQBNCPFCFO4FpgQZNPLt0sHt6BX2+lYZwQ4aAgYIuQAEBcsaIs4DFeDf"
            "7PQ16hpCzB4aHCoK0N/vCvbE44wKGcXO",
        ),
        ReferenceSentence(
            "The lease ends on the last day of March, unless both parties agree otherwise.",
            "GfQd6/cSx8MPDzhk6SQpOswQKAES+On+81UUCxwq+88d9B0H0eAq/gz7EyvZRgnj6To9OMsd7gYT5zME"
            "JhbJMB3s3vDv5Oj989kpchAnW6+5ICDe7N7aQAv3DvkCBOcLyg3a8wEKjfw74v7J8+7s903dNET6Ox7P"
            "/vDx5fMUMgC42esCFdUtL9ZSGfjjy+3kGx8HGy7sIwz41uMo0P32HTct/woVFdXcD9mx+UHrINs36RAD"
            "ygDuG+j98qj9RPnVncYG+8r7Yfnbw8/2/x49FgPtJCPQ9yUYIj3uHh0IYgD66cH97f/NE9wc9QgGDwUY"
            "+ewRKb4P2SAmHAkY1u/SuLcgCvbG6fw5O9cUIDXZKtA08/Ig/AQPBvQRG/IMFSq37vL2+U0TIga1FuAl"
            "JODjx68i3T3quOLg9yYXLtnp2QD/EfvFNdJ/5CA8Nf8L7rY8A74E85vr9gHV2u8mFBoRBuPkJBcc7Qk8"
            "yDQNCd4e6Pfj59HY1BQP0/QMA/esAvHZ",
        ),
        ReferenceSentence(
            "fn main() { let mut guess = String::new(); }",
            "3g/36xEGLEIRAh/j2wf94sHpA9oG6QEP6fAKIRrNJCkTAbQoycvz0tQkzAEjIy4XBSMACPnkNBXl4Rsr"
            "APLr+ErXIBj/6ycY+g8RC+0HBzL16AYQMTfiDNwK08u5KQVHzvzrRqobSAHe+DLv8M3tDuoW9Ar+6R8i"
            "HPW9GbgHFQAV6+758gcCFdrrDswYBCm8NNMG3jZbE4EeKB/rEgYMxQ83JOYDPrTmNwLxFPsJvyjvEQcp"
            "0QMq/OXx7enqGQYs9TPc9E0h3RmvBOAQx+kI4Rjv4krv/QPPNPfpygfr8gAg/vFO1BYQC+MbtBwd/jMe"
            "w/8cE+j+/gkkMhU2BvCu5+wO6fonGxIaJyLb+Of5JQYe5i7g78cTDBc5IS/00wfsLdvV/SgDJxzn6Prf"
            "5uQgODYM6AE9AhkgEfgZVeMGwwDozNk7M+vOs870FiLh1gveKO3j4t0s3gv1yeomKwAiLAr41SL6Ahnx"
            "MAPe+KO7JrkJ+gUH4hj2Dv/izfMLw+om",
        ),
    ),
}


def verify(description: ModelDescription, path: Path, *, trial: ModelTrial = STRICT_TRIAL) -> float:
    """Return the minimum cosine of known sentences with their reference vectors.

    Raise ModelError if it is below 0.995 or the file cannot be used. For a model without reference
    vectors and for a reranking model, return 1.0 if it loads.
    """
    if description.ranks:
        load_reranker(path, trial=trial).close()
        return 1.0
    embedder = load_model(path, description, trial=trial)
    try:
        least = _least_cosine(embedder, description.name)
    finally:
        embedder.close()
    if least < _MIN_COSINE:
        forget_check(path)
        raise ModelError(
            message(
                "{name} is not {title}: the vectors of known sentences differ (cosine {least}).",
                name=path.name,
                title=description.title,
                least=round(least, 3),
            ),
            message("Delete the file. Twofold creates it again at the next start."),
        )
    return least


def _least_cosine(embedder: GgufEmbedder, name: str) -> float:
    references = REFERENCES.get(name, ())
    vectors = embedder.embed_passages([reference.text for reference in references])
    return min(
        (
            float(np.dot(vector, reference.vector))
            for vector, reference in zip(vectors, references, strict=True)
        ),
        default=1.0,
    )
