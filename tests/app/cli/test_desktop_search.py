"""Search providers for GNOME and KDE on a private bus, which starts the program on demand."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.patience import PATIENCE
from tests.support.session_bus import jeepney, private_session_bus
from twofold.app.desktop import desktop_search
from twofold.app.desktop.desktop_search import BUS_NAME, DesktopSearch

_SERVICE = Path("packaging/search-provider.service").read_text(encoding="utf-8")
_GNOME = jeepney.DBusAddress(
    "/org/twofold/twofold/SearchProvider", BUS_NAME, "org.gnome.Shell.SearchProvider2"
)
_KDE = jeepney.DBusAddress("/org/twofold/twofold/SearchProvider", BUS_NAME, "org.kde.krunner1")


@pytest.fixture
def session_bus(tmp_path, monkeypatch):
    """A session bus that starts `twofold desktop-search` on demand. Yields a connection."""
    services = tmp_path / "share" / "dbus-1" / "services"
    services.mkdir(parents=True)
    started = _SERVICE.replace("/usr/bin/twofold", f"{sys.executable} -m app")
    (services / f"{BUS_NAME}.service").write_text(started)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    with private_session_bus(monkeypatch) as bus:
        yield bus


def call(bus, address, method, signature, *values):
    request = jeepney.new_method_call(address, method, signature, values)
    return bus.send_and_get_reply(request, timeout=PATIENCE)


def test_the_desktop_starts_it_and_gnome_and_kde_find_documents(
    twofold, write_file, session_bus, home
):
    note = write_file("Notes/a.md", "# Memory & limits\n\nA pod may not use more.\n")
    shared = "libraries:\n  shared: milvus://127.0.0.1:1/team\n"  # which has no valid text
    (home / "settings.yaml").write_text(shared, encoding="utf-8")
    assert twofold("folder", "add", str(note.parent), "--no-vectors").code == 0

    found = call(session_bus, _GNOME, "GetInitialResultSet", "as", ["memory", "limit"]).body[0]
    (meta,) = call(session_bus, _GNOME, "GetResultMetas", "as", [*found, "unknown"]).body[0]
    assert meta["name"] == ("s", "Memory & limits")
    assert meta["description"][1].startswith("Notes/a.md: # Memory &amp; limits")
    narrowed = call(session_bus, _GNOME, "GetSubsearchResultSet", "asas", found, ["nowhere"])
    assert narrowed.body == ([],)
    (match,) = call(session_bus, _KDE, "Match", "s", "memory").body[0]
    assert (match[0], match[1]) == (found[0], "Memory & limits")
    assert call(session_bus, _KDE, "Actions", "").body == ([],)
    wrong = [call(session_bus, _KDE, "Match", "u", 1), call(session_bus, _KDE, "Other", "")]
    assert [one.header.message_type for one in wrong] == [jeepney.MessageType.error] * 2


def test_a_hit_opens_the_window_within_its_document(monkeypatch):
    shown = []
    response = SimpleNamespace(
        hits=[
            SimpleNamespace(
                chunk_id="1",
                title="\ud800a\0b",
                folder="Notes",
                doc_path="a b.md",
                snippet=SimpleNamespace(text="x\ny"),
            )
        ]
    )
    search = DesktopSearch(lambda _: response, shown.append)

    def ask(address, method, signature, *values):
        request = jeepney.new_method_call(address, method, signature, values)
        request.header.serial = 1
        answer = search.answer(request)
        answer.serialise(2)  # invalid D-Bus strings would raise an error
        return answer.body

    assert ask(_KDE, "Match", "s", "memory")[0][0][1] == "?a b"
    ask(_KDE, "Run", "ss", "1", "")
    ask(_GNOME, "ActivateResult", "sasu", "1", ["more", "words"], 0)
    ask(_GNOME, "LaunchSearch", "asu", ["more", "words"], 0)
    within = 'folder:"Notes/a b.md"'
    assert shown == [f"memory {within}", f"more words {within}", "more words"]


def test_it_exits_without_requests_or_if_another_one_answers(session_bus, monkeypatch):
    monkeypatch.setattr(desktop_search, "_IDLE_SECONDS", 0.01)
    search = DesktopSearch(lambda _: None, print)
    desktop_search.serve(search)
    call(session_bus, _KDE, "Actions", "")
    monkeypatch.setattr(desktop_search, "_IDLE_SECONDS", 3600)
    desktop_search.serve(search)


def test_a_missing_session_bus_is_reported(twofold, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    ended = twofold("desktop-search")
    assert (ended.code, "There is no D-Bus session bus" in ended.err) == (1, True)
