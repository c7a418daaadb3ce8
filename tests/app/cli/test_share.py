"""Publishing a library on a server, and searching it by its address, on the command line."""

import json

import pytest

from tests.engine.sharing.milvus import needs_milvus, running_server

pytestmark = needs_milvus


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with running_server(tmp_path_factory.mktemp("milvus")) as server:
        yield f"milvus://127.0.0.1:{server.port}/team"


def test_a_published_library_is_searched_exported_and_copied(indexed, address, tmp_path):
    twofold = indexed
    sent = twofold("share", "publish", address, "--name", "anna")
    assert sent.code == 0
    assert "3 documents sent" in sent.out
    assert "0 documents sent" in twofold("share", "publish", address).out
    for mode in ("lexical", "hybrid"):
        words = ("search", "memory limit of a pod", "--mode", mode, "--json")
        own, shared = twofold(*words), twofold("--library", address, *words)
        assert shared.code == 0
        found, wanted = json.loads(shared.out), json.loads(own.out)
        assert [hit["doc_path"] for hit in found["hits"]] == [
            hit["doc_path"] for hit in wanted["hits"] if "not_read" not in hit
        ]
        assert not found["warnings"]
    for uri in ("cluster.md#L9-L11", "Notes/cluster.md#L9-L11"):
        checked = twofold("--library", address, "check", uri, "--json")
        answer = json.loads(checked.out)
        assert (checked.code, answer["state"]) == (1, "unchecked")
        assert "may not use more memory" in answer["text"]
    assert "not in the library" in twofold("--library", address, "check", "no.md#L1").out
    exported = twofold("--library", address, "export", "memory", "--format", "bibtex")
    assert "Memory limits" in exported.out
    assert f"ok    shared library       {address}: 3" in twofold("--library", address, "doctor").out
    status = twofold("--library", address, "status")
    assert "3 documents of anna" in status.out
    refused = twofold("--library", address, "tag", "add", "Notes/cluster.md", "mine")
    assert (refused.code, "cannot be changed here" in refused.err) == (1, True)
    for words in (("backup", "save", str(tmp_path / "saved.json")), ("bench",)):
        refused = twofold("--library", address, *words)
        assert (refused.code, "a library on this computer" in refused.err) == (2, True)
    copied = twofold("--library", str(tmp_path / "copy"), "share", "pull", address)
    assert "3 documents" in copied.out
    copy = ("--library", str(tmp_path / "copy"))
    assert "(copied from a shared library)" in twofold(*copy, "folder", "list").out
    indexed_copy = twofold(*copy, "index", "--no-vectors")
    assert (indexed_copy.code, "not available" in indexed_copy.err) == (0, False)
    assert "another version" not in indexed_copy.err + twofold(*copy, "status").err
    checked = twofold(*copy, "check", "cluster.md#L9-L11")
    assert "on the computer that published it" in checked.out
    found = twofold("--library", str(tmp_path / "copy"), "search", "memory", "--mode", "lexical")
    assert "anna Notes/cluster.md" in found.out
    assert twofold("share", "withdraw", address).code == 0
    assert "0 documents" in twofold("--library", address, "status").out


def test_a_published_part_remains_a_part(indexed, address):
    twofold, part = indexed, address.replace("/team", "/germans")
    refused = twofold("share", "publish", part, "--only", "lang:de limit")
    assert (refused.code, "does not consist of filters only" in refused.err) == (2, True)
    assert "at least one filter" in twofold("share", "publish", part, "--only", " ").err
    assert "1 document sent" in twofold("share", "publish", part, "--only", "lang:de").out
    again = twofold("share", "publish", part)
    assert "Only documents with lang:de, as before" in again.out
    assert "0 documents sent, 0 deleted; 1 passage in all" in again.out
    found = twofold("--library", part, "search", "memory limit", "--mode", "lexical")
    assert "cluster.md" not in found.out
    assert "2 documents sent" in twofold("share", "publish", part, "--all").out
    assert "as before" not in twofold("share", "publish", part).out
    twofold("share", "publish", part, "--only", "lang:de", "--allow-empty")
    twofold("share", "withdraw", part)
    assert "3 documents sent" in twofold("share", "publish", part).out


def test_a_publication_is_neither_emptied_nor_halved_without_confirmation(
    indexed, address, monkeypatch
):
    twofold, runbooks = indexed, address.replace("/team", "/runbooks")

    def passages():
        [shared] = json.loads(twofold("--library", runbooks, "status", "--json").out)["shared"]
        return shared["passages"]

    empty = twofold("share", "publish", runbooks, "--only", "tag:nothing")  # the first time
    assert (empty.code, "nothing would be published" in empty.err) == (2, True)
    assert "3 documents sent" in twofold("share", "publish", runbooks).out
    before = passages()
    assert before == 3
    for words, loss in (
        (("--only", "tag:nothing"), "3 of the 3 documents published"),
        (("--only", "lang:de"), "2 of the 3 documents published"),
    ):
        refused = twofold("share", "publish", runbooks, *words)
        assert (refused.code, loss in refused.err) == (2, True)
        assert "--allow-empty" in refused.err
        assert passages() == before
        assert (
            "as before" not in twofold("share", "publish", runbooks).out
        )  # the filters are not stored
    answers = ["n\n", "", "y\n"]
    monkeypatch.setattr("twofold.app.cli.question.can_ask", lambda: True)
    monkeypatch.setattr("sys.stdin.readline", lambda: answers.pop(0))
    for _ in ("no", "end of the input"):
        refused = twofold("share", "publish", runbooks, "--only", "lang:de")
        assert (refused.code, passages()) == (2, before)
        assert "Publish anyway? [y/N]" in refused.err
    assert (
        "2 deleted; 1 passage in all"
        in twofold("share", "publish", runbooks, "--only", "lang:de").out
    )
    assert "as before" in twofold("share", "publish", runbooks).out
    monkeypatch.setattr("twofold.app.cli.question.can_ask", lambda: False)
    done = twofold("share", "publish", runbooks, "--only", "tag:nothing", "--allow-empty")
    assert (done.code, "1 deleted; 0 passages in all" in done.out) == (0, True)


@pytest.mark.parametrize(
    ("filters", "sentence"),
    [
        ("folder:Nots", "The library has no folder 'Nots'."),
        ("-folder:Nots", "The library has no folder 'Nots'."),
        ("folder:notes", "Did you mean folder:Notes?"),
        ("folder:Notes/sub", "The library has no folder 'Notes/sub'."),
    ],
)
def test_an_unknown_folder_in_filters_is_reported(indexed, address, filters, sentence):
    refused = indexed("share", "publish", address.replace("/team", "/folders"), f"--only={filters}")
    assert (refused.code, sentence in refused.err) == (2, True)


def test_doctor_reports_a_server_that_does_not_answer(twofold):
    examined = twofold("--library", "milvus://127.0.0.1:1/team", "doctor", "--json")
    findings = {one["check"]: one for one in json.loads(examined.out)}
    assert examined.code == 1
    assert not findings["shared library"]["ok"]
    assert "127.0.0.1:1 does not respond" in findings["shared library"]["detail"]


def test_a_missing_server_is_reported(twofold):
    found = twofold("--library", "milvus://127.0.0.1:1/team", "search", "memory")
    assert (found.code, found.out) == (1, "")
    assert "127.0.0.1:1 does not respond." in found.err


def test_credentials_are_stored_only_in_the_keyring(twofold, home, monkeypatch):
    keyring = pytest.importorskip("keyring")
    kept = {}
    monkeypatch.setattr(keyring, "set_password", lambda *what: kept.update({what[:2]: what[2]}))
    monkeypatch.setattr("getpass.getpass", lambda _prompt: "anna:secret")
    done = twofold("share", "login", "milvuss://db.example.org:7/team")
    assert kept == {("twofold", "milvuss://db.example.org:7"): "anna:secret"}  # not for milvus://
    assert not done.err
    assert "secret" not in done.out + done.err
    files = [path for path in home.rglob("*") if path.is_file()]
    assert not [path for path in files if b"secret" in path.read_bytes()]


@pytest.mark.parametrize(("host", "is_exposed"), [("db.example.org", True), ("127.0.0.1", False)])
def test_a_token_without_tls_causes_a_warning(twofold, monkeypatch, host, is_exposed):
    keyring = pytest.importorskip("keyring")
    monkeypatch.setattr(keyring, "set_password", lambda *_what: None)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: "anna:secret")
    done = twofold("share", "login", f"milvus://{host}/team")
    assert (done.code, "milvus:// has no TLS" in done.err) == (0, is_exposed)
