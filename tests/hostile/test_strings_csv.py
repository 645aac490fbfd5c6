"""Bad calls and bad lines of comma-separated values."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

TWO = [np.array([1], np.int32), np.array([], np.float32)]


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


CALLS = [
    ({"field_delim": ""}, "attr 'field_delim' of op 'DecodeCSV' must be one byte, got ''"),
    ({"field_delim": ",,"}, "attr 'field_delim' of op 'DecodeCSV' must be one byte"),
    ({"field_delim": "é"}, "attr 'field_delim' of op 'DecodeCSV' must be one byte"),
    ({"select_cols": [0]}, "attr 'select_cols' of op 'DecodeCSV' must have 2 values"),
    ({"select_cols": [1, 1]}, "attr 'select_cols' of op 'DecodeCSV' must be numbers from 0 on that rise, got [1, 1]"),
    ({"select_cols": [-1, 1]}, "attr 'select_cols' of op 'DecodeCSV' must be numbers from 0 on that rise"),
    ({"record_defaults": [[1, 2]]}, "record_defaults[0] of op 'DecodeCSV' must have one value or none, got (2,)"),
    ({"record_defaults": [[[1]]]}, "record_defaults[0] of op 'DecodeCSV' must have rank 1 or less"),
]


@pytest.mark.parametrize(("changed", "sentence"), CALLS, ids=[sentence for _, sentence in CALLS])
def test_calls(changed, sentence):
    for way in (go.raw_ops, go.eager):
        with pytest.raises(InvalidArgumentError) as caught:
            way.DecodeCSV(**{"records": "1,2", "record_defaults": TWO, **changed})
        assert sentence in str(caught.value)


def test_dtypes():
    with pytest.raises(InvalidTypeError, match="of op 'DecodeCSV'"):
        go.raw_ops.DecodeCSV(records="1", record_defaults=[np.array([1], np.int8)])


LINES = [
    (b"1", "records of op 'DecodeCSV' must have 2 fields in record 1, got 1"),
    (b"1,2,3", "must have 2 fields in record 1, got 3"),
    (b"", "must have 2 fields in record 1, got 0"),
    (b"\n\n", "must have 2 fields in record 1, got 0"),
    (b"1,", "must have field 1 in record 1, which has no default, got b''"),
    (b"x,2", "must have a number of dtype int32 as field 0 of record 1, got b'x'"),
    (b"2147483648,2", "must have a number of dtype int32 as field 0 of record 1"),
    (b"1.5,2", "must have a number of dtype int32"),
    (b"1,2x", "must have a number of dtype float32 as field 1 of record 1"),
    (b'1,2"', "must have no quotes or ends of lines in field 1 of record 1"),
    (b"1,2\n", "must have no quotes or ends of lines in field 1"),
    (b'"1,2', "must close each quote, in record 1 as well"),
    (b'"', "must close each quote"),
    (b'"1"2,3', "must have another quote, a delimiter or the end behind each quote in record 1"),
    (b'"\xff",2', "must have a number of dtype int32"),
]


@pytest.mark.parametrize(("line", "sentence"), LINES, ids=[str(number) for number in range(len(LINES))])
def test_lines(line, sentence):
    with pytest.raises(InvalidArgumentError) as caught:
        go.eager.DecodeCSV(records=np.array([b"1,2", line], object), record_defaults=TWO)
    assert sentence in str(caught.value)
