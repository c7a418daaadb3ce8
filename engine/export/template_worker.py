"""The process that runs a template: `python -m engine.export.template_worker MEMORY_MB SECONDS`.

Reads a JSON object with `name`, `source`, `is_markup` and `values`, and writes a frame with the
text as its tail or a `problem` in its header. Jinja's sandbox does not prevent endless loops or
excessive memory use, but these only end this process.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from twofold.engine.export.text import as_latex, escaped_markdown, one_line, printable
from twofold.engine.extract.process.frames import pack_frame
from twofold.engine.model.localized import Message, message
from twofold.engine.processes.limits import limit_this_process
from twofold.engine.processes.sandbox import enter_sandbox

# Errors that expressions in templates may raise.
_TEMPLATE_ERRORS = (TypeError, ValueError, ArithmeticError, AttributeError, LookupError)


def main(arguments: Sequence[str]) -> int:
    """Run the template from standard input; the exit code is 0 even if it is invalid."""
    enter_sandbox()
    limits = limit_this_process(int(arguments[0]) * 1_000_000)
    limits.limit_next_seconds(int(arguments[1]))
    request = json.load(sys.stdin.buffer)
    answer = _answer(request)
    # As a tail, the text needs no additional memory to be read.
    text = str(answer.pop("text", "")).encode("utf-8", "surrogatepass")
    sys.stdout.buffer.write(pack_frame(answer, text))
    return 0


def _answer(request: Mapping[str, Any]) -> dict[str, object]:
    try:
        environment = _environment(is_markup=request["is_markup"])
        return {"text": environment.from_string(request["source"]).render(request["values"])}
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        if line:
            what = message("{name}, line {line}", name=request["name"], line=str(line))
        else:
            what = Message(request["name"])
        problem = message(
            "Error in the template {what}: {error}.", what=what, error=_description(error)
        )
    except (MemoryError, RecursionError):
        problem = message("The template {name} exceeded its memory limit.", name=request["name"])
    except _TEMPLATE_ERRORS as error:
        problem = message(
            "Error in the template {what}: {error}.",
            what=request["name"],
            error=_description(error),
        )
    return {"problem": problem.to_json()}


def _environment(*, is_markup: bool) -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        autoescape=is_markup,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        markdown=lambda text: escaped_markdown(printable(str(text))),
        latex=lambda text: as_latex(printable(str(text))),
        line=lambda text: one_line(str(text)),
    )
    return environment


def _description(error: Exception) -> str:
    """Return an exception's message in one line without its full stop."""
    return one_line(str(error)).rstrip(".") or type(error).__name__


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
