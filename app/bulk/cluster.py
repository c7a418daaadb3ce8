"""Dask workers: the workers of a running scheduler, or processes on this computer."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from typing import Any

from twofold.engine.api import EngineError, Message, Settings, how_to_add

_SECONDS_TO_CONNECT = 20


class SchedulerLostError(EngineError):
    """The connection to the scheduler is lost."""


@contextmanager
def connect(
    scheduler: str | None, workers: int, settings: Settings
) -> Iterator[tuple[Any, Settings]]:  # Dask has no types
    """Connect to a scheduler, or start workers without one; yield a Dask client and their settings.

    Raise EngineError if Dask is not installed or no worker is connected.
    """
    try:
        import dask  # noqa: PLC0415 (an optional extra)
        from distributed import Client, LocalCluster  # noqa: PLC0415
    except ImportError as error:
        raise EngineError(
            Message("Publishing with workers needs Python packages that are not installed."),
            how_to_add("bulk,milvus"),
        ) from error
    with ExitStack() as opened:
        if scheduler:
            try:
                client = Client(scheduler, timeout=_SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call]
            except (OSError, RuntimeError, TypeError, ValueError) as error:
                raise EngineError(
                    Message(f"No Dask scheduler answers at {scheduler}."),
                    Message(
                        "Start one with: dask scheduler. For tls://, configure the certificates "
                        "of Dask on this computer too."
                    ),
                ) from error
        else:
            if not settings.whole("embedding.threads"):
                threads = max(1, (os.cpu_count() or 1) // workers)
                settings = settings.replaced(embedding__threads=threads)
            # Clients can run any code on a worker, so the connections use TLS with their own keys,
            # and HTTP is turned off.
            dask.config.set(
                {f"distributed.{one}.http.routes": [] for one in ("scheduler", "worker")}
            )
            cluster = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=workers,
                threads_per_worker=1,
                security=True,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
            client = Client(opened.enter_context(cluster))  # type: ignore[no-untyped-call]
        opened.enter_context(client)
        try:
            client.wait_for_workers(1, _SECONDS_TO_CONNECT)
        except TimeoutError as error:
            raise EngineError(
                Message(f"No worker is connected to {scheduler}."),
                Message("Start some with: dask worker ADDRESS --nthreads 1"),
            ) from error
        yield client, settings


def result_of(future: Any) -> Any:  # noqa: ANN401
    """Return the result of a worker.

    Raise EngineError if the worker failed, SchedulerLostError if the scheduler cannot be reached.
    """
    try:
        return future.result()
    except EngineError:
        raise
    except CancelledError as error:
        raise SchedulerLostError(
            Message("The connection to the Dask scheduler is lost."),
            Message("Restart it and its workers, then run this again. Finished parts are kept."),
        ) from error
    except Exception as error:
        raise EngineError(
            Message(f"A worker failed ({type(error).__name__})."),
            Message(
                "See the logs of the workers. Each needs this version of Twofold with the parts "
                "bulk and milvus, the packages that read the source, and enough memory."
            ),
        ) from error
