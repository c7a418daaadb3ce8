"""Search results for GNOME and KDE, over the D-Bus session bus.

The desktop starts `twofold desktop-search` when the user types in its search; the process exits
after a minute without a request. It searches by keywords, as that needs no model. The interfaces:
https://developer.gnome.org/documentation/tutorials/search-provider.html and
https://develop.kde.org/docs/plasma/krunner/.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any

from twofold.app.desktop.instance_message import TOKEN_VARIABLE
from twofold.engine.api import EngineError, Hit, Message, SearchMode, SearchRequest, SearchResponse

if TYPE_CHECKING:
    from jeepney import Message as BusMessage

BUS_NAME = "org.twofold.twofold.SearchProvider"
_GNOME, _KDE = "org.gnome.Shell.SearchProvider2", "org.kde.krunner1"
_IDLE_SECONDS = 60.0
_MAX_WAITING = 32
_MAX_HITS = 8
_MAX_REMEMBERED = 64
_MAX_CHARACTERS = 300
_ICON = "twofold"
# A kind of match that KRunner lists after applications, and its relevance.
_POSSIBLE_MATCH, _RELEVANCE = 30, 0.7
_DO_NOT_QUEUE, _PRIMARY_OWNER = 4, 1


def serve(search: DesktopSearch) -> None:
    """Answer requests to BUS_NAME until a minute passes without one.

    Return at once if another process owns the name; raise EngineError without a session bus.
    """
    try:
        from jeepney import MatchRule, MessageFlag  # noqa: PLC0415 (only on Linux)
        from jeepney.bus_messages import message_bus  # noqa: PLC0415
        from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415

        bus = open_dbus_connection("SESSION")
    except (ImportError, OSError, KeyError, ValueError) as error:
        raise EngineError(Message("There is no D-Bus session bus.")) from error
    # Requests that arrive before the name is confirmed wait in `calls`. The loop ends with
    # TimeoutError without a request, and with another error if the bus ends.
    asked = MatchRule(type="method_call")
    with bus, suppress(OSError), bus.filter(asked, bufsize=_MAX_WAITING) as calls:
        wanted = message_bus.RequestName(BUS_NAME, _DO_NOT_QUEUE)
        is_mine = bus.send_and_get_reply(wanted).body[0] == _PRIMARY_OWNER
        while is_mine:
            call = bus.recv_until_filtered(calls, timeout=_IDLE_SECONDS)
            answer = search.answer(call)
            if not call.header.flags & MessageFlag.no_reply_expected:
                bus.send(answer)


class DesktopSearch:
    """Answers queries with the best documents, and opens the window for them."""

    def __init__(
        self,
        find: Callable[[SearchRequest], SearchResponse | None],
        show: Callable[[str], None],
    ) -> None:
        self._find_hits, self._show_query = find, show
        self._hits: dict[str, Hit] = {}
        self._query = ""
        # The D-Bus types of the parameters and results of each method, and its function.
        self._methods: dict[tuple[str, str], tuple[str, str, Callable[..., object]]] = {
            (_GNOME, "GetInitialResultSet"): ("as", "as", self._find),
            (_GNOME, "GetSubsearchResultSet"): ("asas", "as", lambda _, words: self._find(words)),
            (_GNOME, "GetResultMetas"): ("as", "aa{sv}", self._describe),
            (_GNOME, "ActivateResult"): ("sasu", "", lambda hit, words, _: self._show(words, hit)),
            (_GNOME, "LaunchSearch"): ("asu", "", lambda words, _: self._show(words)),
            (_KDE, "Match"): ("s", "a(sssida{sv})", self._match),
            (_KDE, "Actions"): ("", "a(sss)", list),
            (_KDE, "SetActivationToken"): ("s", "", self._use_token),
            (_KDE, "Run"): ("ss", "", lambda hit, _: self._show([self._query], hit)),
        }

    def answer(self, call: BusMessage) -> BusMessage:
        """Return the reply to a method call."""
        from jeepney import HeaderFields, new_error, new_method_return  # noqa: PLC0415

        fields = call.header.fields
        name = fields.get(HeaderFields.interface, ""), fields.get(HeaderFields.member, "")
        takes, gives, method = self._methods.get(name, ("", "", None))
        if method is None:
            return new_error(call, "org.freedesktop.DBus.Error.UnknownMethod")
        if fields.get(HeaderFields.signature, "") != takes:
            return new_error(call, "org.freedesktop.DBus.Error.InvalidArgs")
        result = method(*call.body)
        return new_method_return(call, gives, (result,) if gives else ())

    def _find(self, words: Sequence[str]) -> list[str]:
        query = " ".join(words)[:_MAX_CHARACTERS]
        request = SearchRequest(query, SearchMode.LEXICAL, limit=_MAX_HITS, group_by_document=True)
        try:
            response = self._find_hits(request)
        except EngineError:
            response = None  # the desktop cannot show an error
        hits = {hit.chunk_id: hit for hit in response.hits} if response else {}
        self._hits = dict([*self._hits.items(), *hits.items()][-_MAX_REMEMBERED:])
        return list(hits)

    def _known(self, identities: Sequence[str]) -> list[Hit]:
        return [self._hits[one] for one in identities if one in self._hits]

    def _describe(self, identities: Sequence[str]) -> list[dict[str, tuple[str, str]]]:
        """Return the metadata of hits for GNOME, which interprets markup in descriptions."""
        return [
            {
                "id": ("s", hit.chunk_id),
                "name": ("s", _line(hit.title)),
                "description": ("s", escape(_description(hit))),
                "gicon": ("s", _ICON),
            }
            for hit in self._known(identities)
        ]

    def _match(self, query: str) -> list[tuple[Any, ...]]:
        """Return the matches of a query for KRunner."""
        self._query = query
        return [
            (
                hit.chunk_id,
                _line(hit.title),
                _ICON,
                _POSSIBLE_MATCH,
                _RELEVANCE,
                {"subtext": ("s", _description(hit))},
            )
            for hit in self._known(self._find([query]))
        ]

    def _use_token(self, token: str) -> None:
        """Allow the next window to come to the front."""
        if token and "\0" not in token:
            os.environ[TOKEN_VARIABLE] = token

    def _show(self, words: Sequence[str], identity: str = "") -> None:
        """Open the window with a query, restricted to the document of a hit if one is given."""
        places = [f"{hit.folder}/{hit.doc_path}" for hit in self._known([identity])]
        filters = [f'folder:"{place}"' for place in places if '"' not in place]
        self._show_query(" ".join([*words, *filters]))


def _description(hit: Hit) -> str:
    return _line(f"{hit.folder}/{hit.doc_path}: {hit.snippet.text}")


def _line(text: str) -> str:
    """Return the beginning of a text without characters that D-Bus rejects, in one line."""
    short = text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode()
    return " ".join("".join(sign if sign.isprintable() else " " for sign in short).split())
