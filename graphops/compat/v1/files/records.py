"""``tf.python_io``: files of records, TensorFlow's TFRecords, that Python writes and reads."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from types import TracebackType
from typing import Any, BinaryIO, Final

from graphops.checkpoint.record_framing import framed
from graphops.compat.v1.data.files import Decompressed, framed_records
from graphops.compat.v1.files.paths import local, refusals
from graphops.compat.v1.files.text_of_bytes import as_bytes
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError

_MOST_WAITING: Final = 1 << 16  # bytes
_WBITS: Final = {"ZLIB": 15, "GZIP": 31}  # of the formats, as zlib has them


class TFRecordCompressionType:
    """How a file of records is compressed."""

    NONE = 0
    ZLIB = 1
    GZIP = 2


_NAMES: Final = {
    TFRecordCompressionType.NONE: "",
    TFRecordCompressionType.ZLIB: "ZLIB",
    TFRecordCompressionType.GZIP: "GZIP",
    None: "",
}


class TFRecordOptions:
    """How a file of records is compressed.

    Args:
        compression_type: "", "ZLIB" or "GZIP", or a TFRecordCompressionType.
        compression_level: from 0 to 9, or -1 for zlib's own choice.
        mem_level, compression_strategy: zlib's.
        flush_mode, input_buffer_size, output_buffer_size, window_bits, compression_method: accepted; no effect.

    Raises:
        InvalidArgumentError: another type of compression.
    """

    compression_type_map: Final = {
        TFRecordCompressionType.ZLIB: "ZLIB",
        TFRecordCompressionType.GZIP: "GZIP",
        TFRecordCompressionType.NONE: "",
    }

    def __init__(
        self,
        compression_type: Any = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The name of how a file is compressed, for options, a TFRecordCompressionType or a name."""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        name = options if isinstance(options, str) else _NAMES.get(options)
        if name not in _NAMES.values():
            raise InvalidArgumentError(
                f"compression_type of TFRecordOptions must be '', 'ZLIB' or 'GZIP', got {name!r}"
            )
        return str(name)


class TFRecordWriter:
    """Writes records into a new file.

    Args:
        path: of the file.
        options: a TFRecordOptions, a TFRecordCompressionType or its name.

    Raises:
        NotFoundError: the folder is missing.
    """

    def __init__(self, path: Any, options: Any = None) -> None:
        chosen = options if isinstance(options, TFRecordOptions) else TFRecordOptions(options)
        self._path = local(path)
        compression = TFRecordOptions.get_compression_type_string(chosen)
        self._engine = _compressor(compression, chosen) if compression else None
        self._waiting = bytearray()
        self._file: BinaryIO | None = None
        with refusals(self._path):
            self._file = open(self._path, "wb")  # noqa: SIM115 - close() closes it

    def write(self, record: Any) -> None:
        """Add a record, bytes or a text.

        Raises:
            FailedPreconditionError: the writer is closed.
        """
        content = framed(as_bytes(record))
        self._check_open()
        self._waiting += content if self._engine is None else self._engine.compress(content)
        if len(self._waiting) >= _MOST_WAITING:
            self._write_out()

    def flush(self) -> None:
        """Bring what was written into the file."""
        self._check_open()
        if self._engine is not None:
            self._waiting += self._engine.flush(zlib.Z_SYNC_FLUSH)
        self._write_out()

    def close(self) -> None:
        """Write what waits, and close the file; a second call does nothing."""
        if self._file is None:
            return
        if self._engine is not None:
            self._waiting += self._engine.flush()
        self._write_out()
        self._file.close()
        self._file = None

    def _check_open(self) -> None:
        if self._file is None:
            raise FailedPreconditionError(f"a TFRecordWriter must be open, got the closed one of '{self._path}'")

    def _write_out(self) -> None:
        if self._file is not None:
            with refusals(self._path):
                self._file.write(self._waiting)
                self._file.flush()
        self._waiting.clear()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(
        self,
        unused_type: type[BaseException] | None,
        unused_value: BaseException | None,
        unused_traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()


def _compressor(kind: str, options: TFRecordOptions) -> Any:
    level = zlib.Z_DEFAULT_COMPRESSION if options.compression_level is None else options.compression_level
    try:
        return zlib.compressobj(
            level,
            zlib.DEFLATED,
            _WBITS[kind],
            options.mem_level or zlib.DEF_MEM_LEVEL,
            options.compression_strategy or 0,
        )
    except ValueError as reason:
        raise InvalidArgumentError(f"options of TFRecordWriter must be those of zlib, got others ({reason})") from None


def tf_record_iterator(path: Any, options: Any = None) -> Iterator[bytes]:
    """The records of a file.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: it is damaged, cut off, or compressed otherwise.
    """
    compression = TFRecordOptions.get_compression_type_string(options)
    name = local(path)
    with refusals(name), open(name, "rb") as file:
        read = Decompressed(file.read, name, _WBITS[compression]).read if compression else file.read
        yield from framed_records(read, name, bool(compression))
