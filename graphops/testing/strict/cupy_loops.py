"""For which dtypes CuPy's element-wise functions have a loop, and which one it takes.

The tables are those of CuPy 14.2; a test compares them with the real ones where CuPy is installed. The letters are
NumPy's for dtypes, ``E`` is bfloat16, and ``l`` and ``L`` are the integers of 64 bits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import ml_dtypes
import numpy as np

# Names, then indented the loops that they share, in the order in which CuPy tries them.
_TABLE: Final = """
abs absolute
    ?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d F->f D->d
add fmax fmin maximum minimum multiply subtract
    ??->? bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e EE->E ff->f dd->d FF->F DD->D
arccos arccosh arcsin arcsinh arctan arctanh cos cosh exp exp2 expm1 log log10 log1p log2 rint sin sinh sqrt tan tanh
    e->e E->E f->f d->d F->F D->D
arctan2 copysign hypot nextafter
    ee->e EE->E ff->f dd->d FF->F DD->D
bitwise_and bitwise_or bitwise_xor gcd lcm
    ??->? bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L
bitwise_not invert
    ?->? b->b B->B h->h H->H i->i I->I l->l L->L
cbrt deg2rad degrees fabs rad2deg radians
    e->e E->E f->f d->d
ceil floor trunc
    ?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d
conj conjugate reciprocal sign square
    b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d F->F D->D
divide true_divide
    ll->d lL->d Ll->d LL->d ee->e EE->E ff->f dd->d FF->F DD->D
divmod
    bb->bb BB->BB hh->hh HH->HH ii->ii II->II ll->ll LL->LL ee->ee ff->ff dd->dd
equal not_equal
    ??->? ll->? LL->? lL->? Ll->? ee->? EE->? ff->? dd->? FF->? DD->?
float_power
    dd->d FF->D DD->D
floor_divide fmod mod remainder
    bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e EE->E ff->f dd->d
frexp
    e->ei E->Ei f->fi d->di
greater greater_equal less less_equal
    ??->? ll->? LL->? lL->? Ll->? ee->? EE->? ff->? dd->? FF->? DD->?
heaviside logaddexp logaddexp2
    ee->e EE->E ff->f dd->d
isfinite isinf isnan
    e->? E->? f->? d->? F->? D->?
ldexp
    ei->e Ei->E fi->f el->e El->E fl->f di->d dl->d
left_shift right_shift
    bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L
logical_and logical_or
    ??->? ll->? LL->? lL->? Ll->? ee->? EE->? ff->? dd->?
logical_not
    ?->? b->? B->? h->? H->? i->? I->? l->? L->? e->? f->? d->?
logical_xor
    ??->? bb->? BB->? hh->? HH->? ii->? II->? ll->? LL->? ee->? ff->? dd->?
modf
    e->ee E->EE f->ff d->dd
negative positive
    ?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d F->F D->D
power
    ??->b bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e EE->E ff->f dd->d FF->F DD->D
signbit
    e->? E->? f->? d->?
where
    ???->? ?bb->b ?BB->B ?hh->h ?HH->H ?ii->i ?II->I ?ll->l ?LL->L ?ee->e ?ff->f ?dd->d ?FF->F ?DD->D
clip
    ???->? bbb->b BBB->B hhh->h HHH->H iii->i III->I lll->l LLL->L eee->e fff->f ddd->d
"""


def dtype_of(letter: str) -> np.dtype[Any]:
    """The dtype of a letter of the tables."""
    return np.dtype(ml_dtypes.bfloat16 if letter == "E" else letter)


def _parsed() -> dict[str, tuple[str, ...]]:
    tables: dict[str, tuple[str, ...]] = {}
    names: list[str] = []
    for line in _TABLE.strip().splitlines():
        if not line.startswith(" "):
            names = line.split()
            continue
        for name in names:
            tables[name] = (*tables.get(name, ()), *line.split())
    return tables


LOOPS: Final = _parsed()


def check_loops(name: str, operands: tuple[Any, ...], result: Any) -> None:
    """Refuse what CuPy's function ``name`` would not compute, or give in another dtype than NumPy's.

    Args:
        operands: arrays, NumPy's scalars and Python's numbers.
        result: what NumPy's function answered.

    Raises:
        TypeError: there is no loop, or its results have another dtype.
    """
    if name not in LOOPS:
        return
    kinds = tuple(type(x) if type(x) in (bool, int, float, complex) else x.dtype for x in operands)
    found = _loop(name, kinds)
    if found is None:
        raise TypeError(f"{name}() must be given dtypes that CuPy has a loop for, got {_shown(kinds)}")
    given = [each.dtype for each in result] if isinstance(result, tuple) else [result.dtype]
    made = [dtype_of(letter) for letter in found.split("->")[1]]
    if made != given:
        rule = f"{name}() of ({_shown(kinds)}) must give the same dtype everywhere"
        raise TypeError(f"{rule}, got {given[0]} of NumPy and {made[0]} of CuPy")


def _shown(kinds: tuple[Any, ...]) -> str:
    return ", ".join(str(getattr(kind, "__name__", kind)) for kind in kinds)


_SCORES: Final = {"b": 0, "i": 1, "u": 1, "f": 2, "V": 2, "c": 3, bool: 0, int: 1, float: 2, complex: 3}


@cache
def _loop(name: str, kinds: tuple[Any, ...]) -> str | None:
    """The loop that CuPy takes: the first one that all operands can be cast to safely."""
    arrays = [_SCORES.get(kind.kind, 3) for kind in kinds if isinstance(kind, np.dtype)]
    numbers = [_SCORES[kind] for kind in kinds if not isinstance(kind, np.dtype)]
    # A number of Python bends to arrays of its kind or a higher one; among themselves numbers have NumPy's dtypes.
    bends = bool(arrays) and bool(numbers) and max(arrays) >= max(numbers)
    for loop in LOOPS[name]:
        letters = loop.split("->")[0]
        if all(_fits(kind, dtype_of(letter), bends) for kind, letter in zip(kinds, letters, strict=True)):
            return loop
    return None


def _fits(kind: Any, dtype: np.dtype[Any], bends: bool) -> bool:
    own = kind if isinstance(kind, np.dtype) else np.dtype(kind)
    if np.can_cast(own, dtype):
        return True
    if not bends or isinstance(kind, np.dtype):
        return False
    try:
        return bool(np.result_type(kind(0), dtype) == dtype)
    except TypeError:
        return False
