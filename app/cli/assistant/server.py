"""The server of the Model Context Protocol, made with the official SDK.

Documents are untrusted, so their content is used only as values in the results of tools. If the
assistant cancels a call, the request to the engine is cancelled too.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from twofold.app.cli.assistant.parameters import input_schema
from twofold.app.cli.assistant.tools import INSTRUCTIONS, TOOLS, LibraryTools
from twofold.app.cli.assistant.tools import Tool as LibraryTool
from twofold.app.crash import program_version
from twofold.engine.api import EngineError

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext

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
        async with stdio_server() as (received, sent):
            await served.run(received, sent, served.create_initialization_options())

    anyio.run(run)


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
