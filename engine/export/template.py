"""The user's own export formats: Jinja templates that run in a sandboxed process.

A template gets `heading`, `search`, `passages`, `references` and `bibliography` (docs/exports.md)
as immutable values. It cannot access files, modules or the network, and its time and memory are
limited. Texts of documents are escaped in `.html` templates; for other formats, there are the
filters `markdown`, `latex` and `line`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from twofold.engine.export.bibliography.csl import csl_item
from twofold.engine.export.contents import Export
from twofold.engine.export.formats.json import passage_as_json
from twofold.engine.export.passages import Step
from twofold.engine.export.text import printable, unmarked
from twofold.engine.extract.limits import FrameLimits
from twofold.engine.extract.process.frames import LENGTHS, FrameAllowance, read_frame
from twofold.engine.model.errors import ExportError, SandboxError
from twofold.engine.model.export import template_extension
from twofold.engine.model.localized import Message, message, system_reason
from twofold.engine.processes.children import PIPE, module_command, start_child
from twofold.engine.processes.exchange import TooMuchOutputError, exchange
from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy

DEFAULT_COMMAND = module_command("twofold.engine.export.template_worker")

_MAX_TEMPLATE_BYTES = 1_000_000
# A thousand passages take some megabytes, and the text is written to the file in one piece.
_MAX_TEXT_MB = 100
_MAX_HEADER_BYTES = 100_000
_ANSWER = FrameLimits(1, _MAX_HEADER_BYTES, 10 * _MAX_HEADER_BYTES, _MAX_TEXT_MB * 1_000_000)
_MAX_ANSWER_BYTES = LENGTHS.size + _ANSWER.header_bytes + _ANSWER.tail_bytes
_MARKUP_EXTENSIONS = {".html", ".htm", ".xhtml", ".xml", ".svg"}
_MEMORY_MB = 2_000


@dataclass(frozen=True, slots=True)
class TemplateProcess:
    """How to run templates: command, time limit and sandbox of the process."""

    command: tuple[str, ...] = DEFAULT_COMMAND
    seconds: float = 60.0
    sandbox: SandboxPolicy = SandboxPolicy.REQUIRED

    def run(self, name: str, request: Mapping[str, Any], step: Step) -> str:
        """Return the text rendered by the template `name`.

        `step` is called every 0.1 seconds and may raise to cancel. Raises ExportError if the
        template is invalid or exceeds its time or memory limit.
        """
        try:
            process = start_child(
                (*self.command, str(_MEMORY_MB), str(math.ceil(self.seconds))),
                stdout=PIPE,
                sandbox=Sandbox((), self.sandbox),
            )
            data = exchange(
                process,
                json.dumps(request).encode("ascii"),
                max_bytes=_MAX_ANSWER_BYTES,
                seconds=self.seconds,
                step=step,
            )
        except SandboxError as error:
            raise ExportError(error.message, error.hint) from None
        except TimeoutError:
            raise ExportError(
                message(
                    "The template {name} took longer than {seconds} seconds.",
                    name=name,
                    seconds=self.seconds,
                ),
                message("Check the template for endless loops."),
            ) from None
        except TooMuchOutputError:
            raise ExportError(
                message(
                    "The output of the template {name} is larger than {megabytes} MB.",
                    name=name,
                    megabytes=_MAX_TEXT_MB,
                ),
                message("Check the template for endless loops, or export fewer passages."),
            ) from None
        return _text(data, name)


def _text(data: bytes, name: str) -> str:
    """Return the text of an answer; raise ExportError if the process was ended or is malicious."""
    stream = BytesIO(data)
    try:
        header, tail, _ = read_frame(partial(_read_exactly, stream), FrameAllowance(_ANSWER))
        problem = Message.from_json(header["problem"]) if "problem" in header else None
        text = tail.decode("utf-8", "surrogatepass")
    except ValueError:
        raise ExportError(
            message("The template {name} exceeded its time or memory limit.", name=name),
            message("Check the template for endless loops."),
        ) from None
    if problem is not None:
        raise ExportError(problem, message("Correct the template."))
    return text


def _read_exactly(stream: BytesIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise ValueError("The answer is incomplete.")
    return data


def render(path: Path, export: Export, step: Step, process: TemplateProcess) -> str:
    """Render the export with the template at `path`; raise ExportError if it is invalid."""
    request = {
        "name": path.name,
        "source": _source(path),
        "is_markup": template_extension(path).lower() in _MARKUP_EXTENSIONS,
        "values": _values(export, step),
    }
    return process.run(path.name, request, step)


def _source(path: Path) -> str:
    try:
        if path.stat().st_size > _MAX_TEMPLATE_BYTES:
            raise ExportError(
                message("The template {name} is too large.", name=path.name),
                message("Choose another file."),
            )
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ExportError(
            message(
                "Cannot read the template {path}: {strerror}.",
                path=path,
                strerror=system_reason(error),
            ),
            message("Check the path."),
        ) from error
    except UnicodeDecodeError as error:
        raise ExportError(
            message("The template {name} is not UTF-8 text.", name=path.name),
            message("Save it as UTF-8."),
        ) from error


def _values(export: Export, step: Step) -> Mapping[str, Any]:
    items = {reference.id: csl_item(reference) for reference in export.references}
    passages = []
    for passage in export.passages:
        described = passage_as_json(passage)
        described["text"] = printable(passage.text)
        described["reference"] = items[passage.reference_id]
        passages.append(described)
        step()
    return {
        "heading": printable(export.heading),
        "search": export.record.as_json(),
        "passages": passages,
        "references": list(items.values()),
        "bibliography": [unmarked(printable(entry)) for entry in export.bibliography],
    }
