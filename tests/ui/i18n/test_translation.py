"""Messages of the engine are shown in the user's language, whatever path they take."""

import ast
import json
import re
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest

from twofold.engine.api import (
    USUAL_STYLES,
    ExportFormat,
    Message,
    RequestFailed,
    RetrieverKind,
    joined,
    message,
)
from twofold.engine.extract.limits import REQUEST_LIMITS
from twofold.engine.extract.process.answers import pack_failure, unpack_failure
from twofold.engine.extract.process.frames import FrameAllowance, pack_frame, read_frame
from twofold.engine.model.document import FileState
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.hit import RetrieverTrace
from twofold.engine.search.trace import retriever_warnings
from twofold.engine.service.messages import as_line, as_message, event_message, event_of
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.ui.i18n import counts
from twofold.ui.i18n.translation import translated

ROOT = Path(__file__).resolve().parents[3]
TOO_LARGE = DocumentError(
    FailureReason.TOO_LARGE,
    message("The file has {megabytes} MB. The limit is {limit} MB.", megabytes=1250.5, limit="200"),
    message("Search again."),
)


@pytest.fixture
def german(speak):
    speak("de")


def test_arguments_of_a_message_are_localized(speak):
    reported = joined(TOO_LARGE.message, message("Its text from {text_of} is still searched.",
                                             text_of=date(2026, 10, 14)))  # fmt: skip
    speak("de")
    assert translated(reported) == (
        "Die Datei hat 1.250,5 MB. Das Limit ist 200 MB. "
        "Der Text vom 14. Okt. 2026 wird weiterhin durchsucht."
    )
    speak("fr")
    assert translated(reported).endswith("La recherche porte encore sur son texte du 14 oct. 2026.")


def test_names_are_not_translated(german):
    name = "{path} Permission denied 2026-10-14"
    assert translated(message("There is no folder '{path}'.", path=name)) == (
        f"Den Ordner „{name}“ gibt es nicht."
    )
    assert translated(Message("Permission denied")) == "Permission denied"
    assert translated("", message("Search again."), "a.md") == "Suchen Sie erneut. a.md"


def test_formats_and_styles_are_translated(german):
    assert (translated(ExportFormat.HTML.label), translated(ExportFormat.JSONL.label)) == (
        "Webseite",
        "JSON-Zeilen",
    )
    assert "Chicago, Autor und Jahr" in [translated(title) for _, title in USUAL_STYLES]


def test_numbers_beyond_64_bits_are_formatted(german):
    reported = message("it claims to hold {count} tensors", count=2**63)
    assert "9,223,372,036,854,775,808" in translated(reported)


def test_plural_forms_follow_the_language(speak):
    done = [message("%Ln files read", "", n, one="1 file read") for n in (1, 1203)]
    assert list(map(translated, done)) == ["1 file read", "1,203 files read"]
    assert (counts.passages(1), counts.passages(1203)) == ("1 passage", "1,203 passages")
    speak("de")
    assert list(map(translated, done)) == ["1 Datei gelesen", "1.203 Dateien gelesen"]
    assert translated(message("{done}.", done=tuple(done))) == (
        "1 Datei gelesen, 1.203 Dateien gelesen."
    )
    assert counts.passages(1) == "1 Stelle"


IN_GERMAN = "Die Datei hat 1.250,5 MB. Das Limit ist 200 MB. Suchen Sie erneut."


def test_the_detail_of_a_failure_survives_the_worker_and_the_catalog(german, tmp_path):
    packed = BytesIO(pack_frame(pack_failure(TOO_LARGE)))
    header = read_frame(packed.read, FrameAllowance(REQUEST_LIMITS)).header
    error = unpack_failure(header)
    assert translated(error.message, error.hint) == IN_GERMAN
    catalog = Catalog.open(tmp_path / "catalog.sqlite")
    with catalog.change() as change:
        change.add_folder("Notes", str(tmp_path))
        detail = joined(error.message, error.hint)
        state, reason = FileState(0, 0), FailureReason.TOO_LARGE
        change.put_failure("Notes", "a.md", state, reason, detail, "2026-10-14T00:00:00Z")
    (failure,) = catalog.failures.every()
    catalog.close()
    assert translated(failure.detail) == IN_GERMAN


def test_an_error_survives_the_indexer_protocol(german):
    error = message("It could not be indexed: {detail}", detail=TOO_LARGE.message)
    event = event_of(as_message(as_line(event_message(RequestFailed(7, error, TOO_LARGE.hint)))))
    assert event == RequestFailed(7, error, TOO_LARGE.hint)
    assert translated(event.message, event.hint) == (
        f"Die Datei konnte nicht indexiert werden: {IN_GERMAN}"
    )


def test_a_search_warning_contains_its_reason(speak):
    trace = RetrieverTrace(
        RetrieverKind.VECTOR, 0, 0, 0, error=message("No semantic model is selected."), ran=False
    )
    (warning,) = retriever_warnings([trace])
    assert warning == "Meaning could not be searched: No semantic model is selected."
    speak("de")
    assert translated(warning) == (
        "Nach der Bedeutung konnte nicht gesucht werden: Es ist kein Bedeutungsmodell ausgewählt."
    )


def test_every_placeholder_of_a_message_is_filled():
    wrong = []
    for file in (file for part in ("app", "engine") for file in (ROOT / part).rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "message":
                continue
            given = {one.arg for one in call.keywords} - {"one"}
            if isinstance(call.args[0], ast.Constant) and given:
                wanted = set(re.findall(r"\{(\w+)\}", call.args[0].value))
                wrong += [f"{file.name}:{call.lineno}"] if given != wanted else []
    assert wrong == []


def test_numbers_in_texts_are_formatted_for_the_language_of_the_user():
    """Formatting them like '1,234.5' in Python would fix the English form."""
    fixed = [
        f"{file.name}:{call.lineno}"
        for part in ("engine", "ui")
        for file in (ROOT / part).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", getattr(call.func, "attr", "")) in {"message", "format"}
        for given in call.keywords
        for value in ast.walk(given.value)
        if isinstance(value, ast.FormattedValue)
        if value.format_spec and re.search(r"[,.]", ast.unparse(value.format_spec))
    ]
    assert fixed == []


def test_a_message_in_json_for_scripts_is_plain_text():
    assert json.loads(json.dumps([TOO_LARGE.hint])) == ["Search again."]
