"""The server of the Model Context Protocol, made with the official SDK.

Documents are untrusted, so their content is used only as values in the results of tools. If the
assistant cancels a call, the request to the engine is cancelled too.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

from twofold.app.cli.assistant.parameters import input_schema
from twofold.app.cli.assistant.tools import INSTRUCTIONS, TOOLS, LibraryTools
from twofold.app.cli.assistant.tools import Tool as LibraryTool
from twofold.app.crash import program_version
from twofold.engine.api import EngineError

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext

logger = logging.getLogger(__name__)

_MAX_ERROR = 1000


def new_server(library: LibraryTools) -> Server[Any]:
    """Return the server with its tools."""

    async def list_tools(
        _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[_described(tool) for tool in TOOLS])

    async def call_tool(
        _context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        cancelled = threading.Event()

        def call() -> CallToolResult:
            return _result(library, params, cancelled)

        try:
            return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            library.cancel(cancelled)
            raise

    return Server(
        "twofold",
        title="Twofold",
        version=program_version(),
        instructions=f"{INSTRUCTIONS}The library contains:\n{library.contents()}\n",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve(library: LibraryTools) -> None:
    """Serve on standard input and output until standard input is closed."""
    served = new_server(library)

    async def run() -> None:
        forwarded, valid = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        async with stdio_server() as (received, sent), anyio.create_task_group() as tasks:

            async def answer_invalid() -> None:
                async with forwarded:
                    async for one in received:
                        if not isinstance(one, Exception):
                            await forwarded.send(one)
                        elif not _is_blank(one):
                            await sent.send(_invalid(one))

            tasks.start_soon(answer_invalid)
            await served.run(valid, sent, served.create_initialization_options())

    try:
        anyio.run(run)
    except* BrokenPipeError:  # the client no longer reads
        logger.info("standard output was closed")


def _is_blank(error: Exception) -> bool:
    return isinstance(error, ValidationError) and str(error.errors()[0]["input"]).isspace()


def _invalid(error: Exception) -> SessionMessage:
    """Return the answer to a line that is no message; the SDK would not answer it."""
    is_json = isinstance(error, ValidationError) and error.errors()[0]["type"] != "json_invalid"
    code, words = (INVALID_REQUEST, "Invalid Request") if is_json else (PARSE_ERROR, "Parse error")
    described = ErrorData(code=code, message=words)
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=described))


def _described(tool: LibraryTool) -> Tool:
    return Tool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=input_schema(tool.parameters),
        output_schema=tool.output_schema,
        annotations=ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        ),
    )


def _result(
    library: LibraryTools, params: CallToolRequestParams, cancelled: threading.Event
) -> CallToolResult:
    """Run a tool; a failure is reported to the assistant in one sentence."""
    try:
        result = library.call(params.name, params.arguments or {}, cancelled)
    except EngineError as error:
        sentence = f"{error.message} {error.hint}".strip()[:_MAX_ERROR]
        return CallToolResult(content=[_text(sentence)], is_error=True)
    return CallToolResult(
        content=[_text(result.text)], structured_content=_as_unicode(result.structured)
    )


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=_as_unicode(text))


def _as_unicode(value: Any) -> Any:  # noqa: ANN401 (any JSON value)
    """Return a value that the protocol can send; a file name may not be Unicode."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if isinstance(value, dict):
        return {_as_unicode(name): _as_unicode(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_unicode(one) for one in value]
    return value
