"""Large files that the browser sends: written into the folder as they come, never held in memory as a whole."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from graphops.apps.edit.files import Folder
from graphops.checkpoint.atomic import write_atomically
from graphops_registry.errors import (
    AlreadyExistsError,
    DeadlineExceededError,
    InvalidArgumentError,
    NotFoundError,
    ResourceExhaustedError,
    UnavailableError,
    shorten,
)

Json = dict[str, Any]
MOST_BYTES: Final = 4 << 30  # of a file, if the service is told nothing else
SUFFIXES: Final = (".pb", ".graphdef", ".npy")  # models and arrays, which are read from their place in the folder
_MOST: Final = 2  # uploads at once
_SPARE: Final = 64 << 20  # bytes that an upload leaves free on the disk
_PATIENCE: Final = 30.0  # seconds without a byte after which an upload is given up


class Uploads:
    """All methods are for the event loop.

    Args:
        folder: where the files go.
        most_bytes: of a file.
    """

    def __init__(self, folder: Folder, most_bytes: int) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._under_way = 0
        self._pulls: set[asyncio.Task[Any]] = set()  # that wait for a part
        self._has_ended = False

    def end(self) -> None:
        """Give up what is under way, so that nobody waits for its clients."""
        self._has_ended = True
        for each in self._pulls:
            each.cancel()

    async def take(self, name: object, overwrite: object, length: int | None, parts: AsyncIterator[bytes]) -> Json:
        """Write a file; what has come of it is removed unless all of it comes.

        Args:
            name: of a model or an array; its folder must be there.
            overwrite: ``"true"`` to replace a file of that name.
            length: what the client says that it sends.
            parts: what it sends.

        Raises:
            InvalidArgumentError, PermissionDeniedError: no name of such a file in the folder.
            AlreadyExistsError: it is there, and ``overwrite`` is not ``"true"``.
            ResourceExhaustedError: more bytes than the service takes, or than the disk has room for.
            DeadlineExceededError: nothing came for half a minute.
            UnavailableError: two files are being sent already, or the service ends.
            NotFoundError: its folder is not there, or does not take the file.
        """
        path = self._folder.path(name, SUFFIXES)
        if overwrite not in (None, "true", "false"):
            raise InvalidArgumentError(f"overwrite must be true or false, got {shorten(repr(overwrite), 80)}")
        new = overwrite != "true"
        if path.exists() and (new or not path.is_file()):
            raise AlreadyExistsError(f"name of a file must be new, but '{name}' exists")
        most = self._room(path.parent)
        if length is not None and length > most:
            raise _too_large(most)
        if self._under_way >= _MOST:
            raise UnavailableError(f"at most {_MOST} files can be sent at once; send this one after them")
        self._under_way += 1
        try:
            loop = asyncio.get_running_loop()
            size = await asyncio.to_thread(_write, path, new, self._puller(parts, loop), most)
        except (NotFoundError, AlreadyExistsError) as error:  # clients know the folder by no other name than theirs
            raise type(error)(str(error).replace(str(path), str(name))) from None
        finally:
            self._under_way -= 1
        return {"name": name, "bytes": size}

    def _puller(self, parts: AsyncIterator[bytes], loop: asyncio.AbstractEventLoop) -> Callable[[], bytes | None]:
        """What a thread calls for the next part; ``None`` after the last one."""

        async def following() -> bytes | None:
            if self._has_ended:
                raise _ended()
            pull: Any = asyncio.current_task()
            self._pulls.add(pull)
            try:
                return await asyncio.wait_for(anext(parts), _PATIENCE)
            except StopAsyncIteration:  # which a future cannot hold
                return None
            except TimeoutError:
                raise DeadlineExceededError(
                    f"a file must come within {_PATIENCE:.0f} seconds between its parts"
                ) from None
            except asyncio.CancelledError:
                if self._has_ended:
                    raise _ended() from None
                raise
            finally:
                self._pulls.discard(pull)

        return lambda: asyncio.run_coroutine_threadsafe(following(), loop).result()

    def _room(self, folder: Path) -> int:
        """How many bytes a file may have: no more than the service takes, and than the disk has room for."""
        with suppress(OSError):  # which the writing says
            return max(0, min(self._most_bytes, shutil.disk_usage(folder).free - _SPARE))
        return self._most_bytes


def _too_large(most: int) -> ResourceExhaustedError:
    return ResourceExhaustedError(f"a file must have at most {most:,} bytes for the service and the disk, got more")


def _ended() -> UnavailableError:
    return UnavailableError("the service must stay to take a file, but it ends")


def _write(path: Path, new: bool, pull: Callable[[], bytes | None], most: int) -> int:
    """Write what comes; in a thread."""
    size = 0

    def write(file: BinaryIO) -> None:
        nonlocal size
        while (part := pull()) is not None:
            size += len(part)
            if size > most:
                raise _too_large(most)
            file.write(part)

    write_atomically(path, write, new=new)
    return size
