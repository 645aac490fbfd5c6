"""Machine code that LLVM makes once in each process: the loop over calls, and a few functions that steps call.

All are small C functions of integers of 64 bits and addresses:

* ``run(words, start, stop)``: the calls in ``words[start:stop]``; returns -1, or where the call is that failed.
* ``place(arrays, table, count)``: write addresses of NumPy's arrays where they are needed. For each array ``table`` has
  the number of places, and for each of these its address and the bytes to add. Returns 1 if an array is not in C order.
* ``is_below(values, count, limit)``: 0 if the absolute values of so many numbers of float32 are all at most the float32
  whose bits ``limit`` are, else 1; a NaN is not.
* ``copy_rows(target, source, rows, size, target_step, source_step)``: copy rows of ``size`` bytes.
* ``choose_rows(target, condition, one, other, rows, size)``: copy each row of ``size`` bytes from ``one`` or ``other``,
  as the byte of ``condition`` says.
* ``mean_rows(target, source, blocks, rows, columns, divisor)``: sums of blocks of rows of float32, the rows of a block
  added one after the other and then the blocks, divided by the float32 whose bits ``divisor`` are.
* ``fill_zeros(target, size)``: write ``size`` bytes of zeros.
* ``read(place)``: the integer of 32 bits at an address.
* ``gemm64(blas, turned_a, turned_b, rows, columns, inner, a, step_a, b, step_b, result, step)``: by ``blas``, a BLAS's
  function for float32 with integers of 64 bits, of matrices in C order; ``gemm32``: with 32 bits.
* ``gemv64(blas, turned, rows, columns, a, step, x, y)``, ``gemv32``: the product with a vector.
* ``repeat(words, start, body, stop, predicate, most, turns)``: the calls in ``words[start:body]`` and, while the byte
  at ``predicate`` is not 0, those in ``words[body:stop]``, at most so many times; writes how many times it was, and
  returns whether the loop ended, goes on or failed (:mod:`graphops_cpu.calls.loop_functions`).
* ``read_element(cell, index, target, size)``, ``check_element(cell, index, once)``,
  ``write_element(cell, index, source, size)``, ``note_element(cell, index)``, ``peek_element(cell, target, size)``,
  ``drop_element(cell)``, ``room_element(cell)``, ``push_element(cell, source, size)``: see
  :class:`graphops_registry.kernels.loop_list.ElementKernel`. They return 1 where the kernel fails.
* ``same_bytes(one, other, size)``: 0 if so many bytes are equal, else 1.

Functions that few programs need are made when the first one does: :mod:`graphops_cpu.calls.functions`.

A call takes three words and one for each argument: the function, how many arguments there are, whether it is checked.
Arguments are filled up to one of a few counts with zeros, which the function does not look at.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final, NamedTuple

from graphops_cpu.calls.loop_functions import ELEMENTS, REPEAT
from graphops_cpu.runtime.addresses import ALIGNED, C_CONTIGUOUS, OFFSETS
from graphops_cpu.runtime.disabled_libraries import why_disabled
from graphops_registry.locks import new_lock

HEADER: Final = 3
COUNTS: Final = (4, 8, 12, 28, 56, 72)
"""How many arguments a call may have."""
_LANES: Final = 16  # of float32

_lock = new_lock()
_made: Machine | None = None
_reason: str | None = None


class Machine(NamedTuple):
    """The functions: ``run`` and ``repeat`` for Python, the others by their addresses.

    Attributes:
        engine: owns the code.
    """

    run: Any
    repeat: Any
    place: int
    is_below: int
    copy_rows: int
    choose_rows: int
    mean_rows: int
    fill_zeros: int
    read: int
    gemm64: int
    gemm32: int
    gemv64: int
    gemv32: int
    read_element: int
    check_element: int
    write_element: int
    note_element: int
    peek_element: int
    drop_element: int
    room_element: int
    push_element: int
    same_bytes: int
    engine: Any


def machine() -> Machine | None:
    """The functions, made at the first call; ``None`` where there is no LLVM."""
    global _made, _reason
    if _made is None and _reason is None:
        with _lock:
            if _made is None and _reason is None:
                try:
                    _reason = why_disabled("numba")  # what brings LLVM
                    if None in OFFSETS:
                        _reason = "arrays are not as NumPy's header says"
                    _made = _make() if _reason is None else None
                except Exception as error:  # it is not installed, or does not work here
                    _reason = f"{type(error).__name__}: {error}"
    return _made


def engine_of(assembly: str, *, vectors: bool = False) -> Any:
    """What owns the machine code of functions that LLVM code describes.

    Args:
        vectors: loops are worth LLVM's time to make vector code of them. Results keep their bits.
    """
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(assembly)
    module.verify()
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2
    )
    if vectors and hasattr(llvm, "create_pass_builder"):  # llvmlite has it since 0.44
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.loop_vectorization = options.slp_vectorization = True
        builder = llvm.create_pass_builder(target, options)
        builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, target)
    engine.finalize_object()
    return engine


def _make() -> Machine:
    engine = engine_of(_assembly())
    word = ctypes.c_int64
    run = ctypes.CFUNCTYPE(word, word, word, word)(engine.get_function_address("run"))
    repeat = ctypes.CFUNCTYPE(*[word] * 8)(engine.get_function_address("repeat"))
    names = [name for name in Machine._fields if name not in ("run", "repeat", "engine")]
    return Machine(run=run, repeat=repeat, engine=engine, **{name: engine.get_function_address(name) for name in names})


def _assembly() -> str:
    products = (_gemm(64), _gemm(32), _gemv(64), _gemv(32))
    rows = (_COPY_ROWS, _CHOOSE_ROWS, _mean_rows(), _FILL_ZEROS)
    return "\n".join((_run(), _place(), _IS_BELOW, *rows, *products, REPEAT, ELEMENTS))


def _run() -> str:
    """``run``: a switch over the number of arguments, with one call for each."""
    cases, blocks, results = [], [], []
    for count in COUNTS:
        lines = [f"c{count}:"]
        for i in range(count):
            lines += [
                f"  %i{count}_{i} = add i64 %at, {HEADER + i}",
                f"  %p{count}_{i} = getelementptr i64, i64* %words, i64 %i{count}_{i}",
                f"  %a{count}_{i} = load i64, i64* %p{count}_{i}",
            ]
        arguments = ", ".join(f"i64 %a{count}_{i}" for i in range(count))
        kind = f"i32 ({', '.join(['i64'] * count)})"
        lines += [
            f"  %f{count} = inttoptr i64 %address to {kind}*",
            f"  %r{count} = call i32 %f{count}({arguments})",
            "  br label %next",
        ]
        blocks.append("\n".join(lines))
        cases.append(f"i64 {count}, label %c{count}")
        results.append(f"[ %r{count}, %c{count} ]")
    return f"""
define i64 @run(i64* %words, i64 %start, i64 %stop) {{
entry:
  br label %loop
loop:
  %at = phi i64 [ %start, %entry ], [ %after, %good ]
  %more = icmp slt i64 %at, %stop
  br i1 %more, label %body, label %done
body:
  %pf = getelementptr i64, i64* %words, i64 %at
  %address = load i64, i64* %pf
  %at1 = add i64 %at, 1
  %pn = getelementptr i64, i64* %words, i64 %at1
  %count = load i64, i64* %pn
  %at2 = add i64 %at, 2
  %pc = getelementptr i64, i64* %words, i64 %at2
  %checked = load i64, i64* %pc
  switch i64 %count, label %bad [ {" ".join(cases)} ]
{chr(10).join(blocks)}
next:
  %result = phi i32 {", ".join(results)}
  %wrong = icmp ne i32 %result, 0
  %matters = icmp ne i64 %checked, 0
  %failed = and i1 %wrong, %matters
  br i1 %failed, label %bad, label %good
good:
  %length = add i64 %count, {HEADER}
  %after = add i64 %at, %length
  br label %loop
done:
  ret i64 -1
bad:
  ret i64 %at
}}
"""


def _place() -> str:
    wanted = C_CONTIGUOUS | ALIGNED
    return f"""
define i32 @place(i64* %arrays, i64* %table, i64 %count) {{
entry:
  br label %array
array:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %t = phi i64 [ 0, %entry ], [ %u, %next ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %pa = getelementptr i64, i64* %arrays, i64 %i
  %object = load i64, i64* %pa
  %pd0 = add i64 %object, {OFFSETS[0]}
  %pd = inttoptr i64 %pd0 to i64*
  %data = load i64, i64* %pd
  %pf0 = add i64 %object, {OFFSETS[1]}
  %pf = inttoptr i64 %pf0 to i32*
  %flags = load i32, i32* %pf
  %which = and i32 %flags, {wanted}
  %fine = icmp eq i32 %which, {wanted}
  %i1 = add i64 %i, 1
  %pn = getelementptr i64, i64* %table, i64 %t
  %n = load i64, i64* %pn
  %t1 = add i64 %t, 1
  br i1 %fine, label %word, label %wrong
word:
  %k = phi i64 [ 0, %body ], [ %k1, %write ]
  %u = phi i64 [ %t1, %body ], [ %u2, %write ]
  %left = icmp slt i64 %k, %n
  br i1 %left, label %write, label %next
write:
  %pw = getelementptr i64, i64* %table, i64 %u
  %word0 = load i64, i64* %pw
  %u1 = add i64 %u, 1
  %po = getelementptr i64, i64* %table, i64 %u1
  %offset = load i64, i64* %po
  %u2 = add i64 %u1, 1
  %address = add i64 %data, %offset
  %target = inttoptr i64 %word0 to i64*
  store i64 %address, i64* %target
  %k1 = add i64 %k, 1
  br label %word
next:
  br label %array
done:
  ret i32 0
wrong:
  ret i32 1
}}
"""


_VECTOR = f"<{_LANES} x float>"
_BITS = f"<{_LANES} x i1>"
_IS_BELOW: Final = f"""
declare {_VECTOR} @llvm.fabs.v{_LANES}f32({_VECTOR})
declare float @llvm.fabs.f32(float)
declare i1 @llvm.vector.reduce.and.v{_LANES}i1({_BITS})

define i32 @is_below(float* %values, i64 %count, i64 %bits) {{
entry:
  %narrow = trunc i64 %bits to i32
  %limit = bitcast i32 %narrow to float
  %one = insertelement {_VECTOR} undef, float %limit, i32 0
  %limits = shufflevector {_VECTOR} %one, {_VECTOR} undef, <{_LANES} x i32> zeroinitializer
  %whole = and i64 %count, -{_LANES}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %good = phi {_BITS} [ <{", ".join(["i1 true"] * _LANES)}>, %entry ], [ %good1, %body ]
  %more = icmp slt i64 %i, %whole
  br i1 %more, label %body, label %end
body:
  %place = getelementptr float, float* %values, i64 %i
  %vectors = bitcast float* %place to {_VECTOR}*
  %x = load {_VECTOR}, {_VECTOR}* %vectors, align 4
  %a = call {_VECTOR} @llvm.fabs.v{_LANES}f32({_VECTOR} %x)
  %ok = fcmp ole {_VECTOR} %a, %limits
  %good1 = and {_BITS} %good, %ok
  %i1 = add i64 %i, {_LANES}
  br label %loop
end:
  %all = call i1 @llvm.vector.reduce.and.v{_LANES}i1({_BITS} %good)
  br label %tail
tail:
  %k = phi i64 [ %whole, %end ], [ %k1, %element ]
  %fine = phi i1 [ %all, %end ], [ %fine1, %element ]
  %left = icmp slt i64 %k, %count
  br i1 %left, label %element, label %done
element:
  %pe = getelementptr float, float* %values, i64 %k
  %e = load float, float* %pe
  %ae = call float @llvm.fabs.f32(float %e)
  %oke = fcmp ole float %ae, %limit
  %fine1 = and i1 %fine, %oke
  %k1 = add i64 %k, 1
  br label %tail
done:
  %not = xor i1 %fine, true
  %status = zext i1 %not to i32
  ret i32 %status
}}
"""

_COPY_ROWS: Final = """
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)

define i32 @copy_rows(i8* %target, i8* %source, i64 %rows, i64 %size, i64 %target_step, i64 %source_step) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %t = phi i8* [ %target, %entry ], [ %t1, %body ]
  %s = phi i8* [ %source, %entry ], [ %s1, %body ]
  %more = icmp slt i64 %i, %rows
  br i1 %more, label %body, label %done
body:
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %t, i8* %s, i64 %size, i1 false)
  %t1 = getelementptr i8, i8* %t, i64 %target_step
  %s1 = getelementptr i8, i8* %s, i64 %source_step
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i32 0
}
"""

_CHOOSE_ROWS: Final = """
define i32 @choose_rows(i8* %target, i8* %condition, i8* %one, i8* %other, i64 %rows, i64 %size) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %more = icmp slt i64 %i, %rows
  br i1 %more, label %body, label %done
body:
  %pc = getelementptr i8, i8* %condition, i64 %i
  %c = load i8, i8* %pc
  %is = icmp ne i8 %c, 0
  %from = select i1 %is, i8* %one, i8* %other
  %offset = mul i64 %i, %size
  %s = getelementptr i8, i8* %from, i64 %offset
  %t = getelementptr i8, i8* %target, i64 %offset
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %t, i8* %s, i64 %size, i1 false)
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i32 0
}
"""

_FILL_ZEROS: Final = """
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

define i32 @fill_zeros(i8* %target, i64 %size) {
  call void @llvm.memset.p0i8.i64(i8* %target, i8 0, i64 %size, i1 false)
  ret i32 0
}

define i32 @read(i32* %place) {
  %found = load i32, i32* %place
  ret i32 %found
}
"""


_ROW_MAJOR: Final = 101


def _gemm(bits: int) -> str:
    kind, sizes = f"i{bits}", ("n", "m", "k", "la", "lb", "lc")
    types = f"i32, i32, i32, {kind}, {kind}, {kind}, float, i64, {kind}, i64, {kind}, float, i64, {kind}"
    return f"""
define i32 @gemm{bits}(
    i64 %f, i64 %ta, i64 %tb, i64 %m0, i64 %n0, i64 %k0, i64 %a, i64 %la0, i64 %b, i64 %lb0, i64 %c, i64 %lc0) {{
{_narrowed(sizes, bits)}
  %turned_a = trunc i64 %ta to i32
  %turned_b = trunc i64 %tb to i32
  %function = inttoptr i64 %f to void ({types})*
  call void %function(i32 {_ROW_MAJOR}, i32 %turned_a, i32 %turned_b, {kind} %m, {kind} %n, {kind} %k,
    float 1.0, i64 %a, {kind} %la, i64 %b, {kind} %lb, float 0.0, i64 %c, {kind} %lc)
  ret i32 0
}}
"""


def _gemv(bits: int) -> str:
    kind = f"i{bits}"
    types = f"i32, i32, {kind}, {kind}, float, i64, {kind}, i64, {kind}, float, i64, {kind}"
    return f"""
define i32 @gemv{bits}(i64 %f, i64 %t, i64 %m0, i64 %n0, i64 %a, i64 %la0, i64 %x, i64 %y) {{
{_narrowed(("m", "n", "la"), bits)}
  %turned = trunc i64 %t to i32
  %function = inttoptr i64 %f to void ({types})*
  call void %function(i32 {_ROW_MAJOR}, i32 %turned, {kind} %m, {kind} %n, float 1.0, i64 %a, {kind} %la,
    i64 %x, {kind} 1, float 0.0, i64 %y, {kind} 1)
  ret i32 0
}}
"""


def _narrowed(names: tuple[str, ...], bits: int) -> str:
    how = "add i64 0, %{0}0" if bits == 64 else "trunc i64 %{0}0 to i32"
    return "\n".join(f"  %{name} = {how.format(name)}" for name in names)


def _mean_rows() -> str:
    """``mean_rows``: for 64 columns at a time, then for 16, then one by one; sums stay in registers."""
    steps = [(4 * _LANES, 4, _VECTOR), (_LANES, 1, _VECTOR), (1, 1, "float")]
    lines = [
        "define i32 @mean_rows(float* %target, float* %source, i64 %blocks, i64 %rows, i64 %columns, i64 %bits) {",
        "entry:",
        "  %narrow = trunc i64 %bits to i32",
        "  %divisor = bitcast i32 %narrow to float",
        f"  %one = insertelement {_VECTOR} undef, float %divisor, i32 0",
        f"  %divisors = shufflevector {_VECTOR} %one, {_VECTOR} undef, <{_LANES} x i32> zeroinitializer",
        "  br label %begin0",
    ]
    before = "0, %entry"
    for n, (columns, vectors, kind) in enumerate(steps):
        after = f"begin{n + 1}" if n + 1 < len(steps) else "done"
        lines += [_columns(n, columns, vectors, kind, before, after)]
        before = f"%c{n}, %begin{n}"
    return "\n".join([*lines, "done:", "  ret i32 0", "}"])


def _columns(n: int, columns: int, vectors: int, kind: str, before: str, after: str) -> str:
    """The part of ``mean_rows`` for so many columns, as long as there are as many."""
    lanes, divisor = columns // vectors, "%divisors" if kind == _VECTOR else "%divisor"
    zero = "zeroinitializer" if kind == _VECTOR else "0.0"  # NumPy adds to it, so that no sum is a negative zero
    lines = [
        f"begin{n}:",
        f"  %c{n} = phi i64 [ {before} ], [ %next{n}, %end{n} ]",
        f"  %next{n} = add i64 %c{n}, {columns}",
        f"  %fits{n} = icmp sle i64 %next{n}, %columns",
        f"  br i1 %fits{n}, label %block{n}, label %{after}",
        f"block{n}:",
        f"  %b{n} = phi i64 [ 0, %begin{n} ], [ %b1{n}, %added{n} ]",
    ]
    every = range(vectors)
    lines += [f"  %total{n}_{v} = phi {kind} [ {zero}, %begin{n} ], [ %sum{n}_{v}, %added{n} ]" for v in every]
    lines += [
        f"  %moreb{n} = icmp slt i64 %b{n}, %blocks",
        f"  br i1 %moreb{n}, label %first{n}, label %end{n}",
        f"first{n}:",
        f"  %row0{n} = mul i64 %b{n}, %rows",
    ]
    lines += [f"  br label %row{n}", f"row{n}:", f"  %r{n} = phi i64 [ 0, %first{n} ], [ %r1{n}, %add{n} ]"]
    lines += [f"  %s{n}_{v} = phi {kind} [ {zero}, %first{n} ], [ %t{n}_{v}, %add{n} ]" for v in every]
    lines += [
        f"  %more{n} = icmp slt i64 %r{n}, %rows",
        f"  br i1 %more{n}, label %add{n}, label %added{n}",
        f"add{n}:",
        f"  %row1{n} = add i64 %row0{n}, %r{n}",
        f"  %base1{n} = mul i64 %row1{n}, %columns",
    ]
    for v in every:
        lines += [
            _load(f"x{n}_{v}", f"%base1{n}", f"%c{n}", v * lanes, kind),
            f"  %t{n}_{v} = fadd {kind} %s{n}_{v}, %x{n}_{v}",
        ]
    lines += [
        f"  %r1{n} = add i64 %r{n}, 1",
        f"  br label %row{n}",
        f"added{n}:",
        f"  %b1{n} = add i64 %b{n}, 1",
    ]
    lines += [f"  %sum{n}_{v} = fadd {kind} %total{n}_{v}, %s{n}_{v}" for v in every]
    lines += [f"  br label %block{n}", f"end{n}:"]
    for v in every:
        lines += [
            f"  %m{n}_{v} = fdiv {kind} %total{n}_{v}, {divisor}",
            f"  %o{n}_{v} = add i64 %c{n}, {v * lanes}",
            f"  %g{n}_{v} = getelementptr float, float* %target, i64 %o{n}_{v}",
            f"  %h{n}_{v} = bitcast float* %g{n}_{v} to {kind}*",
            f"  store {kind} %m{n}_{v}, {kind}* %h{n}_{v}, align 4",
        ]
    return "\n".join([*lines, f"  br label %begin{n}"])


def _load(name: str, base: str, column: str, offset: int, kind: str) -> str:
    """``name``: what ``source`` holds ``offset`` columns after ``column`` in the row that begins at ``base``."""
    return f"""  %{name}a = add i64 {base}, {column}
  %{name}b = add i64 %{name}a, {offset}
  %{name}c = getelementptr float, float* %source, i64 %{name}b
  %{name}d = bitcast float* %{name}c to {kind}*
  %{name} = load {kind}, {kind}* %{name}d, align 4"""
