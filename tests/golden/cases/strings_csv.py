"""Lines of comma-separated values."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case
from tests.golden.cases.strings import NO_STRINGS, scalar, text


def every() -> Iterator[Case]:
    numbers: list[Array] = [
        np.array([0.5], "float32"),
        np.array([], "float64"),
        np.array(7, "int32"),
        np.array([-1], "int64"),
        text(b"none"),
    ]
    lines = text(b"1,2,3,4,five", b",2.5e3,,,", b' 1.5 ,inf, 3 ,-4,"a ""b"", c\n"', b"\n0.1,0.1,1,1,x y")
    yield Case("DecodeCSV", {"records": lines, "record_defaults": numbers})
    yield Case("DecodeCSV", {"records": lines.reshape(2, 2), "record_defaults": numbers})
    yield Case("DecodeCSV", {"records": NO_STRINGS, "record_defaults": numbers})
    two = {"record_defaults": [np.array([9], "int32"), text(b"z")]}
    yield Case("DecodeCSV", {"records": scalar(b"1,a"), **two})
    yield Case("DecodeCSV", {"records": text(b"1;a", b"NA;NA", b";"), **two}, {"field_delim": ";", "na_value": "NA"})
    yield Case("DecodeCSV", {"records": text(b'1,"a"', b',"'), **two}, {"use_quote_delim": False})
    yield Case("DecodeCSV", {"records": text(b'0,1,2,"a"'), **two}, {"select_cols": [1, 3]})
    yield Case("DecodeCSV", {"records": text(b"0,1,2", b"0,,", b"5,6,"), **two}, {"select_cols": [0, 2]})
    yield Case("DecodeCSV", {"records": text(b'0,1,bad"quote'), **two}, {"select_cols": [0, 1]})
    yield Case("DecodeCSV", {"records": text(b'"1","a"', b'1,"a",'[:-1], b'"",""', b"1,\xff")} | two)


CASES = list(every())
