"""Export formats of the user's own: Jinja templates, rendered in a sandboxed process.

A template gets `heading`, `search`, `passages`, `references` and `bibliography` (docs/exports.md)
as immutable values. It has no access to files, modules or the network, and limited time and memory.
Texts of documents are escaped in `.html` templates; the filters `markdown`, `latex` and `line` do
so for others.
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
from twofold.engine.model.message import Message, message, system_reason
from twofold.engine.processes.children import PIPE, module_command, start_child
from twofold.engine.processes.exchange import TooMuchOutputError, exchange
from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy

DEFAULT_COMMAND = module_command("twofold.engine.export.template_worker")

_LARGEST = 1_000_000
# A thousand passages are some megabytes; the text is written to a file as a whole.
_MAX_TEXT_MB = 100
_MAX_HEADER_BYTES = 100_000
_ANSWER = FrameLimits(1, _MAX_HEADER_BYTES, 10 * _MAX_HEADER_BYTES, _MAX_TEXT_MB * 1_000_000)
_MAX_ANSWER_BYTES = LENGTHS.size + _ANSWER.header_bytes + _ANSWER.tail_bytes
_MARKED_UP = {".html", ".htm", ".xhtml", ".xml", ".svg"}
_MEMORY_MB = 2_000


@dataclass(frozen=True, slots=True)
class TemplateProcess:
    """How templates are run: the command of the process, its time limit and its sandbox."""

    command: tuple[str, ...] = DEFAULT_COMMAND
    seconds: float = 60.0
    sandbox: SandboxPolicy = SandboxPolicy.REQUIRED

    def run(self, name: str, request: Mapping[str, Any], step: Step) -> str:
        """Return the text that the template called `name` renders.

        `step` is called every 0.1 seconds and may raise to cancel. Raises ExportError when the
        template is wrong or exceeds its limits of time or memory.
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
                    "The template {name} takes longer than {seconds} seconds.",
                    name=name,
                    seconds=f"{self.seconds:g}",
                ),
                message("Look for a loop in it that does not end."),
            ) from None
        except TooMuchOutputError:
            raise ExportError(
                message(
                    "The template {name} writes more than {megabytes} MB.",
                    name=name,
                    megabytes=_MAX_TEXT_MB,
                ),
                message("Look for a loop in it that does not end, or export fewer passages."),
            ) from None
        return _text(data, name)


def _text(data: bytes, name: str) -> str:
    """Return the text of an answer; raise ExportError when the process was ended, or is hostile."""
    stream = BytesIO(data)
    try:
        header, tail, _ = read_frame(partial(_read_exactly, stream), FrameAllowance(_ANSWER))
        problem = Message.from_json(header["problem"]) if "problem" in header else None
        text = tail.decode("utf-8", "surrogatepass")
    except ValueError:
        raise ExportError(
            message("The template {name} takes more time or memory than it may.", name=name),
            message("Look for a loop in it that does not end."),
        ) from None
    if problem is not None:
        raise ExportError(problem, message("Correct the template."))
    return text


def _read_exactly(stream: BytesIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise ValueError("The answer is cut short.")
    return data


def render(path: Path, export: Export, step: Step, process: TemplateProcess) -> str:
    """Render the export by the template at `path`; raise ExportError if the template is wrong."""
    request = {
        "name": path.name,
        "source": _source(path),
        "is_markup": template_extension(path).lower() in _MARKED_UP,
        "values": _values(export, step),
    }
    return process.run(path.name, request, step)


def _source(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise ExportError(
                message("The template {name} is too large.", name=path.name),
                message("Choose another file."),
            )
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ExportError(
            message(
                "The template {path} cannot be read: {strerror}.",
                path=path,
                strerror=system_reason(error),
            ),
            message("Check its name."),
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
