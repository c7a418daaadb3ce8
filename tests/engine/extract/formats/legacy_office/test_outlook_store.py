"""Outlook mailboxes: each message has its own locator, labelled with the mail folder."""

from datetime import datetime
from pathlib import PurePath
from types import SimpleNamespace

import pypff
import pytest

from tests.engine.extract.refusals import reason_of
from twofold.engine.extract.extraction import open_document
from twofold.engine.model.document import LocatorKind


def folder(name, messages=(), folders=()):
    return SimpleNamespace(
        name=name,
        identifier=id(name),
        number_of_sub_messages=len(messages),
        number_of_sub_folders=len(folders),
        get_sub_message=lambda index: messages[index],
        get_sub_folder=lambda index: folders[index],
    )


def values(**texts):
    entries = [
        SimpleNamespace(entry_type=int(number[1:], 16), get_data_as_string=lambda text=text: text)
        for number, text in texts.items()
    ]
    return {
        "number_of_record_sets": 1,
        "get_record_set": lambda _index: SimpleNamespace(entries=entries),
    }


class DamagedMessage:
    """A message whose attributes libpff cannot read."""

    def __getattr__(self, name):
        raise OSError(name)


@pytest.fixture
def opened(monkeypatch):
    attachment = SimpleNamespace(
        number_of_sub_items=0,
        get_size=lambda: 7,
        read_buffer=lambda size: b"A plan."[:size],
        **values(n3707="größe.txt"),
    )
    first = SimpleNamespace(
        subject="Tides",
        sender_name="Ada King",
        plain_text_body="High at nöön.".encode(),
        client_submit_time=datetime(2024, 5, 6, 7, 8),  # noqa: DTZ001 (as libpff returns it)
        number_of_attachments=1,
        get_attachment=lambda _index: attachment,
        **values(n0E04="Bo; Kim", n5D01="ada@example.org"),
    )
    second = SimpleNamespace(
        transport_headers="From: Bo <bo@example.org>\r\nTo: Ada <ada@example.org>\r\n",
        subject="Rocks",
        html_body=b"<p>Seen <b>today</b>",
    )
    root = folder("", (), [folder("Inbox", [first, DamagedMessage()]), folder("Sent", [second])])
    store = SimpleNamespace(
        open_file_object=lambda _file: None, get_root_folder=lambda: root, close=lambda: None
    )
    monkeypatch.setattr(pypff, "file", lambda: store)
    return open_document(b"!BDN", PurePath("a.pst"))


def test_each_message_is_a_place_named_by_its_folder(opened):
    assert opened.text.place_kind is LocatorKind.MESSAGE
    assert opened.text.place_labels == ("Inbox, message 1: Tides", "Sent, message 3: Rocks")
    assert 'From: "Ada King" <ada@example.org>\nTo: Bo; Kim\n' in opened.text.text
    assert "High at nöön." in opened.text.text
    assert "From: Bo <bo@example.org>" in opened.text.text
    assert opened.text.text.endswith("Seen today")


def test_attachments_of_messages_are_documents(opened):
    assert [(one.name, one.read(99)) for one in opened.entries] == [
        ("message 1/größe.txt", b"A plan."),
    ]  # fmt: skip


def test_damaged_mailbox_is_refused():
    assert reason_of(open_document, b"!BDN" + bytes(600), PurePath("a.pst")) == "damaged"
