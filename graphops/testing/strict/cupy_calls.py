"""Parameters of CuPy's functions that are not element-wise, and the dtypes that they do not accept.

The parameters are those of CuPy 14.2; a test compares them with the real ones where CuPy is installed. ``=`` marks
those that are given by keyword only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

# Names, then indented the parameters that they share.
_TABLE: Final = """
all amax amin any max min nanmax nanmin ptp
    a axis out keepdims
allclose isclose
    a b rtol atol equal_nan
angle
    z deg
append
    arr values axis
apply_along_axis
    func1d axis arr *args **kwargs
arange
    start stop step dtype
argmax argmin mean nanargmax nanargmin nanmean nanprod nansum prod sum
    a axis dtype out keepdims
argpartition partition
    a kth axis
argsort sort
    a axis kind
argwhere flatnonzero fliplr flipud nonzero
    a
around round
    a decimals out
array_equal
    a1 a2 equal_nan
array_split split
    ary indices_or_sections axis
ascontiguousarray asfortranarray
    a dtype
atleast_1d atleast_2d atleast_3d
    *arys
average
    a axis weights returned =keepdims
bincount
    x weights minlength
broadcast_arrays
    *args
broadcast_to
    array shape
choose
    a choices out mode
clip
    a a_min a_max out
column_stack dstack
    tup
compress
    condition a axis out
concatenate stack
    tup axis out =dtype =casting
convolve correlate
    a v mode
copy ravel
    a order
copyto
    dst src casting where
count_nonzero expand_dims flip squeeze
    a axis
cov
    a y rowvar bias ddof fweights aweights =dtype
cross
    a b axisa axisb axisc axis
cumprod cumsum nancumprod nancumsum
    a axis dtype out
delete
    arr indices axis
diag diagflat
    v k
diag_indices
    n ndim
diagonal
    a offset axis1 axis2
diff
    a n axis prepend append
digitize
    x bins right
dot outer
    a b out
dsplit hsplit vsplit
    ary indices_or_sections
ediff1d
    arr to_end to_begin
einsum
    *operands **kwargs
empty ones zeros
    shape dtype order
empty_like
    prototype dtype order subok shape
extract
    condition a
eye
    N M k dtype order
fill_diagonal
    a val wrap
full
    shape fill_value dtype order
full_like
    a fill_value dtype order subok shape
histogram
    x bins range density weights
hstack vstack
    tup =dtype =casting
identity
    n dtype
imag real
    val
indices
    dimensions dtype
inner kron vdot
    a b
interp
    x xp fp left right period
intersect1d
    arr1 arr2 assume_unique return_indices
iscomplex iscomplexobj isreal isrealobj
    x
isin
    element test_elements assume_unique invert
isneginf isposinf
    x out
lexsort
    keys
linspace
    start stop num endpoint retstep dtype axis
logspace
    start stop num endpoint base dtype axis
may_share_memory shares_memory
    a b max_work
median
    a axis out overwrite_input keepdims
meshgrid
    *xi **kwargs
moveaxis
    a source destination
nan_to_num
    x copy nan posinf neginf
nanstd nanvar std var
    a axis dtype out ddof keepdims
ones_like zeros_like
    a dtype order subok shape
packbits unpackbits
    a axis bitorder
pad
    array pad_width mode **kwargs
percentile quantile
    a q axis out overwrite_input method keepdims =interpolation
place
    arr mask vals
put
    a ind v mode
put_along_axis
    arr indices values axis
putmask
    a mask values
ravel_multi_index
    multi_index dims mode order
repeat
    a repeats axis
reshape
    a newshape order =copy
resize
    a new_shape
roll
    a shift axis
rollaxis
    a axis start
rot90
    a k axes
searchsorted
    a v side sorter
select
    condlist choicelist default
setdiff1d setxor1d
    ar1 ar2 assume_unique
swapaxes
    a axis1 axis2
take
    a indices axis out
take_along_axis
    a indices axis
tensordot
    a b axes
tile
    A reps
trace
    a offset axis1 axis2 dtype out
transpose
    a axes
tri
    N M k dtype
tril triu
    m k
tril_indices triu_indices
    n k m
trim_zeros
    filt trim
union1d
    arr1 arr2
unique
    ar return_index return_inverse return_counts axis =equal_nan
unravel_index
    indices dims order
unwrap
    p discont axis =period
vander
    x N increasing
where
    condition x y
"""

_SORTING: Final = frozenset({"sort", "argsort", "partition", "argpartition", "lexsort", "unique", "isin", "median"})


def _parsed() -> dict[str, tuple[str, ...]]:
    tables: dict[str, tuple[str, ...]] = {}
    names: list[str] = []
    for line in _TABLE.strip().splitlines():
        if not line.startswith(" "):
            names = line.split()
        else:
            tables.update(dict.fromkeys(names, tuple(line.split())))
    return tables


PARAMETERS: Final = _parsed()


def check_call(name: str, args: Sequence[Any], keywords: Mapping[str, Any]) -> None:
    """Refuse a call of function ``name`` that CuPy does not take, or that it takes for ages.

    Args:
        args: arrays of any kind, and anything else.

    Raises:
        TypeError: arguments that it does not know, or dtypes for which it has no code.
    """
    _check_parameters(name, args, keywords)
    names = [getattr(getattr(x, "dtype", None), "name", "") for x in args]
    if "bfloat16" in names and name in _SORTING:
        raise TypeError(f"{name}() must not be given bfloat16, which CuPy cannot sort; widen it")
    if "bfloat16" in names and name == "matmul" and max(x.ndim for x in args if hasattr(x, "ndim")) > 2:
        raise TypeError("matmul() of stacks must not be given bfloat16: CuPy takes it for an integer type; widen it")
    if name in ("cumsum", "cumprod") and keywords.get("axis") is not None and not args[0].size:
        raise TypeError(f"{name}() along an axis must be given elements: CuPy would launch a grid without blocks")
    if name == "unique" and keywords.get("axis") is not None:
        raise TypeError("unique() must not be given an axis: CuPy copies two rows to the host for each comparison")


def _check_parameters(name: str, args: Sequence[Any], keywords: Mapping[str, Any]) -> None:
    if name not in PARAMETERS:
        return
    known = PARAMETERS[name]
    by_place = [each for each in known if not each.startswith(("=", "*"))]
    anything = any(each.startswith("**") for each in known)
    unknown = [] if anything else sorted(keywords.keys() - {each.lstrip("=") for each in known})
    if unknown:
        raise TypeError(f"{name}() must not be given {', '.join(unknown)}: CuPy does not take it")
    if len(args) > len(by_place) and not any(each.startswith("*") and not each.startswith("**") for each in known):
        raise TypeError(f"{name}() must be given at most {len(by_place)} arguments without names, got {len(args)}")
