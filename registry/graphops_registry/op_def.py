"""OpDefs: what an op's inputs, outputs and attrs are, written in TensorFlow's mini-language and parsed once.

An :class:`OpDef` is data and equals TensorFlow's field by field.  :class:`Op` is a registered OpDef with the rules
beside it: shape rule, gradient, cost rule.  :func:`register_op` makes one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphops_registry.attr import AttrDef, attr_text, parse_attr
from graphops_registry.callables import place_of, signature_text, takes
from graphops_registry.dtypes import DType, as_dtype, dtype_names
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError, must, nearest, shorten
from graphops_registry.op_index import TRAITS
from graphops_registry.op_registry import OpRegistry
from graphops_registry.spec_text import Reader
from graphops_registry.traits import AnyTrait, Trait, read_traits

if TYPE_CHECKING:
    from graphops_registry.cost import Cost
    from graphops_registry.regions import Part, RegionContext
    from graphops_registry.shape_context import ShapeContext

MOST_OUTPUTS: Final = 1 << 16  # one number in an untrusted file must not make millions of tensors
ArgTypes: TypeAlias = DType | Sequence[DType]


@dataclass(frozen=True, slots=True)
class ArgDef:
    """One input or output. Exactly one of ``type``, ``type_attr``, ``type_list_attr`` is set.

    ``number_attr`` (with ``type`` or ``type_attr``) makes it N tensors of one type; ``type_list_attr`` one tensor for
    each listed type.
    """

    name: str
    type: DType | None = None
    type_attr: str | None = None
    number_attr: str | None = None
    type_list_attr: str | None = None
    is_ref: bool = False

    @property
    def is_list(self) -> bool:
        """Whether the argument is a list of tensors."""
        return self.number_attr is not None or self.type_list_attr is not None

    def types(self, attrs: Mapping[str, Any]) -> tuple[DType, ...]:
        """The dtypes of this argument's tensors under complete ``attrs``."""
        if self.type_list_attr is not None:
            types: tuple[DType, ...] = attrs[self.type_list_attr]
        else:
            dtype = self.type if self.type is not None else attrs[self.type_attr or ""]
            types = (dtype,) if self.number_attr is None else (dtype,) * attrs[self.number_attr]
        return tuple(dtype.ref for dtype in types) if self.is_ref else types

    def text(self) -> str:
        """The declaration in the mini-language, ``values: N * T``."""
        kind = self.type.spec_name if self.type is not None else self.type_attr or self.type_list_attr
        if self.number_attr is not None:
            kind = f"{self.number_attr} * {kind}"
        return f"{self.name}: Ref({kind})" if self.is_ref else f"{self.name}: {kind}"


def parse_arg(spec: str, attrs: Mapping[str, AttrDef]) -> ArgDef:
    """Parse ``name ":" texpr`` or ``name ":" "Ref(" texpr ")"``.

    ``texpr`` is a dtype, a type attr, ``N * dtype``, ``N * type attr``, or a list(type) attr.
    """
    reader = Reader(spec, "input or output")
    name = reader.match(r"[a-z][a-z0-9_]*", "a lower-case name")
    reader.expect(":")
    is_ref = reader.accept_word("Ref")
    if is_ref:
        reader.expect("(")
    word = reader.match(r"[a-zA-Z][a-zA-Z0-9_]*", "a dtype or an attr")
    number_attr = None
    if reader.accept("*"):
        if word not in attrs or attrs[word].type != "int":
            reader.fail("an int attr before '*'")
        number_attr = word
        word = reader.match(r"[a-zA-Z][a-zA-Z0-9_]*", "a dtype or a type attr")
    if is_ref:
        reader.expect(")")
    reader.end()
    attr = attrs.get(word)
    if attr is None:
        try:
            return ArgDef(name, type=as_dtype(word), number_attr=number_attr, is_ref=is_ref)
        except InvalidTypeError:
            reader.fail(f"a dtype or an attr of the op, not '{word}',{nearest(word, attrs)}", back=len(word))
    if attr.type == "type":
        return ArgDef(name, type_attr=word, number_attr=number_attr, is_ref=is_ref)
    if attr.type == "list(type)" and number_attr is None:
        return ArgDef(name, type_list_attr=word, is_ref=is_ref)
    reader.fail(f"a type attr, but '{word}' is a {attr.type}", back=len(word))


@dataclass(frozen=True)
class OpDef:
    """The interface of an op. ``doc`` is our own summary; everything else equals TensorFlow's OpDef."""

    name: str
    inputs: tuple[ArgDef, ...]
    outputs: tuple[ArgDef, ...]
    attrs: tuple[AttrDef, ...]
    is_stateful: bool = False
    is_commutative: bool = False
    is_aggregate: bool = False
    allows_uninitialized_input: bool = False
    is_distributed_communication: bool = False
    deprecated: tuple[int, str] | None = None
    doc: str = field(default="", compare=False)

    @cached_property
    def attr_by_name(self) -> dict[str, AttrDef]:
        """The attrs by name."""
        return {attr.name: attr for attr in self.attrs}

    @cached_property
    def input_by_name(self) -> dict[str, ArgDef]:
        """The inputs by name."""
        return {arg.name: arg for arg in self.inputs}

    @cached_property
    def explicit_attrs(self) -> tuple[AttrDef, ...]:
        """The attrs that are arguments of the op: required ones first, then those with a default."""
        own = [attr for attr in self.attrs if not attr.inferred]
        return tuple([a for a in own if not a.has_default] + [a for a in own if a.has_default])

    @cached_property
    def function_attrs(self) -> tuple[AttrDef, ...]:
        """The attrs that name functions, or lists of them."""
        return tuple(attr for attr in self.attrs if attr.base_type == "func")

    @cached_property
    def has_plain_inputs(self) -> bool:
        """Whether every input is exactly one tensor, so that input ``i`` is argument ``i``."""
        return not any(arg.is_list for arg in self.inputs)

    def input_slices(self, attrs: Mapping[str, Any]) -> dict[str, slice]:
        """Where each input argument's tensors are in the flat list of a node's inputs."""
        return _slices(self.inputs, attrs)

    def output_slices(self, attrs: Mapping[str, Any]) -> dict[str, slice]:
        """Where each output argument's tensors are in the flat list of a node's outputs."""
        return _slices(self.outputs, attrs)

    def input_types(self, attrs: Mapping[str, Any]) -> tuple[DType, ...]:
        """The dtypes of all input tensors, flat, under complete ``attrs``."""
        return _types(self.inputs, attrs)

    def output_types(self, attrs: Mapping[str, Any]) -> tuple[DType, ...]:
        """The dtypes of all output tensors, flat, under complete ``attrs``."""
        return _types(self.outputs, attrs)

    def bind(self, types: Mapping[str, ArgTypes], attrs: Mapping[str, object]) -> dict[str, Any]:
        """Complete, checked attrs for inputs of the given dtypes.

        Args:
            types: for each input argument its dtype, or the dtypes of its tensors if it is a list.
            attrs: what the caller passed. Attrs that inputs determine may be given if they agree; names that start
                with ``_`` are kept as they are.

        Returns:
            Every attr of this OpDef in its order, canonical, then the internal ones.

        Raises:
            InvalidTypeError: unknown, missing or wrongly typed attrs; wrong, mixed or unsupported dtypes.
            InvalidArgumentError: values that the OpDef does not allow.
        """
        known = self.attr_by_name
        values: dict[str, Any] = {}
        internal: dict[str, Any] = {}
        for name, value in attrs.items():
            attr = known.get(name)
            if attr is not None:
                values[name] = attr.convert(value, self.name)
            elif name.startswith("_"):
                internal[name] = value
            else:
                choices = [a.name for a in self.explicit_attrs] + [a.name for a in self.inputs]
                raise InvalidTypeError(
                    f"'{name}' is no argument or attr of op '{self.name}'{nearest(name, choices)}; "
                    f"it takes {', '.join(choices)}"
                ).concerns(op=self.name, argument=name)
        self._infer(types, values)
        complete: dict[str, Any] = {}
        for attr in self.attrs:
            if attr.name in values:
                complete[attr.name] = values[attr.name]
            elif attr.has_default:
                complete[attr.name] = attr.default
            else:
                rule = "be given: it has no default"
                raise must(f"attr '{attr.name}'", self.name, rule, "nothing", kind=InvalidTypeError)
        for arg in self.outputs:
            count = complete.get(arg.number_attr, 0) if arg.number_attr is not None else 0
            if count > MOST_OUTPUTS:
                raise must(f"attr '{arg.number_attr}'", self.name, f"be at most {MOST_OUTPUTS:,}", f"{count:,}")
        complete.update(internal)
        return complete

    def _infer(self, types: Mapping[str, ArgTypes], values: dict[str, Any]) -> None:
        """Fill in the attrs that the inputs' dtypes and counts determine."""
        source: dict[str, str] = {name: f"attr '{name}'" for name in values}
        for arg in self.inputs:
            given = types[arg.name]
            flat = (given,) if isinstance(given, DType) else tuple(given)
            if arg.number_attr is not None:
                self._settle(arg.number_attr, len(flat), values, source, arg, "length")
            if arg.type_list_attr is not None:
                self._settle(arg.type_list_attr, tuple(t.base for t in flat), values, source, arg, "dtypes")
                continue
            for dtype in flat:
                if arg.is_ref and not dtype.is_ref:
                    raise must(arg.name, self.name, "be a reference (the output of a variable)", dtype.name)
                if arg.type is not None:
                    if dtype.base is not arg.type.base:
                        rule = f"have dtype {arg.type.name}"
                        raise must(arg.name, self.name, rule, dtype.name, kind=InvalidTypeError)
                elif arg.type_attr is not None:
                    self._settle(arg.type_attr, dtype.base, values, source, arg, "dtype")

    def _settle(
        self, name: str, value: Any, values: dict[str, Any], source: dict[str, str], arg: ArgDef, what: str
    ) -> None:
        """Record that attr ``name`` is ``value`` because of ``arg``; refuse a value that contradicts another."""
        attr = self.attr_by_name[name]
        if name in values:
            if values[name] != value:
                rule = f"have the {what} of {source[name]} ({attr_text(values[name])})"
                kind = InvalidTypeError if "dtype" in what else InvalidArgumentError
                raise must(arg.name, self.name, rule, attr_text(value), kind=kind)
            return
        if what == "dtype" and attr.allowed is not None and value not in attr.allowed:
            rule = f"have one of the dtypes {dtype_names(attr.allowed)}"
            raise must(arg.name, self.name, rule, value.name, kind=InvalidTypeError)
        if what == "length" and attr.minimum is not None and value < attr.minimum:
            raise must(arg.name, self.name, f"have at least {attr.minimum} tensors", value)
        values[name] = value if what == "length" else attr.convert(value, self.name)
        source[name] = arg.name

    def signature(self) -> str:
        """One line: ``Conv3D(input: T, filter: T; strides: list(int) >= 5, ...) -> output: T``."""
        inputs = ", ".join(arg.text() for arg in self.inputs)
        attrs = ", ".join(attr.text() for attr in self.attrs)
        outputs = ", ".join(arg.text() for arg in self.outputs)
        return f"{self.name}({inputs}{'; ' if attrs else ''}{attrs}) -> ({outputs})"


def _types(arguments: Sequence[ArgDef], attrs: Mapping[str, Any]) -> tuple[DType, ...]:
    if len(arguments) == 1:
        return arguments[0].types(attrs)
    found: list[DType] = []
    for arg in arguments:
        found += arg.types(attrs)
    return tuple(found)


def _slices(args: Sequence[ArgDef], attrs: Mapping[str, Any]) -> dict[str, slice]:
    result: dict[str, slice] = {}
    position = 0
    for arg in args:
        if arg.type_list_attr is not None:
            count = len(attrs[arg.type_list_attr])
        else:
            count = attrs[arg.number_attr] if arg.number_attr is not None else 1
        result[arg.name] = slice(position, position + count)
        position += count
    return result


def parse_op(
    name: str,
    inputs: Sequence[str],
    outputs: Sequence[str],
    attrs: Sequence[str],
    **flags: Any,
) -> OpDef:
    """An OpDef from its specification strings, checked as a whole.

    Raises:
        InvalidArgumentError: a bad name or text, a duplicate, or an attr that an argument uses wrongly.
    """
    if not isinstance(name, str):
        raise InvalidTypeError(f"the name of an op must be a text, got {shorten(repr(name))}")
    for what, specs in (("inputs", inputs), ("outputs", outputs), ("attrs", attrs)):
        if not isinstance(specs, (list, tuple)) or not all(isinstance(spec, str) for spec in specs):
            raise InvalidArgumentError(f"{what} of op '{name}' must be a list of texts, got {specs!r}").concerns(
                op=name
            )
    reader = Reader(name, "op name")
    reader.match(r"(?:[A-Z][A-Za-z0-9]*>)*_*[A-Z][A-Za-z0-9_]*", "a CamelCase name (Vendor>Name for extensions)")
    reader.end()
    try:
        by_name: dict[str, AttrDef] = {}
        for spec in attrs:
            attr = parse_attr(spec)
            if attr.name in by_name:
                raise InvalidArgumentError(f"attr '{attr.name}' must be declared once, got it twice").concerns(
                    argument=attr.name
                )
            by_name[attr.name] = attr
        input_args = tuple(parse_arg(spec, by_name) for spec in inputs)
        output_args = tuple(parse_arg(spec, by_name) for spec in outputs)
        _check_names(input_args, output_args, by_name)
    except InvalidArgumentError as error:
        error.concerns(op=name).add_note(f"while declaring op '{name}'")
        raise
    inferred = {n for a in input_args for n in (a.type_attr, a.number_attr, a.type_list_attr) if n is not None}
    as_length = {n for a in input_args + output_args for n in (a.number_attr, a.type_list_attr) if n is not None}
    final = tuple(
        AttrDef(
            attr.name,
            attr.type,
            attr.default,
            attr.allowed,
            1 if attr.name in as_length and attr.minimum is None else attr.minimum,  # TensorFlow's rule
            attr.name in inferred,
        )
        for attr in by_name.values()
    )
    for attr in final:
        count = len(attr.default) if isinstance(attr.default, (tuple, list)) else attr.default
        if attr.name in as_length and attr.has_default and count < (attr.minimum or 0):
            rule = f"have a default of at least {attr.minimum}, because it says how many tensors there are"
            refused = InvalidArgumentError(f"attr '{attr.name}' must {rule}, got {attr_text(attr.default)}").concerns(
                op=name, argument=attr.name
            )
            refused.add_note(f"while declaring op '{name}'")
            raise refused
    return OpDef(name, input_args, output_args, final, **flags)


def _check_names(inputs: Sequence[ArgDef], outputs: Sequence[ArgDef], attrs: Mapping[str, AttrDef]) -> None:
    for kind, args in (("input", inputs), ("output", outputs)):
        seen: set[str] = set()
        for arg in args:
            if arg.name in seen:
                raise InvalidArgumentError(f"{kind} '{arg.name}' must be declared once, got it twice")
            seen.add(arg.name)
    for arg in inputs:
        if arg.name in attrs:
            raise InvalidArgumentError(f"'{arg.name}' must be either an input or an attr, got both")
    for arg in outputs:  # TensorFlow's rule: a name means one thing
        if arg.name in attrs or any(arg.name == other.name for other in inputs):
            raise InvalidArgumentError(f"output '{arg.name}' must have a name of its own, got that of an input or attr")
    if "name" in attrs or any(arg.name == "name" for arg in inputs):
        raise InvalidArgumentError("an input or attr must not be called 'name', which every call takes for the node")


ShapeRule: TypeAlias = "Callable[[ShapeContext], Sequence[Any]]"
Gradient: TypeAlias = Callable[..., Any]
CostRule: TypeAlias = "Callable[[ShapeContext], Cost]"
RegionRule: TypeAlias = "Callable[[RegionContext], Part | None]"


class Op:
    """A registered op: its OpDef and the rules declared under it.

    Attributes:
        op_def: the interface.
        shape_fn, gradient_fn, cost_fn, region_fn: the rules, ``None`` until declared.
        partial_sum: of an op that is a sum over an input: its name, and the rule for a region of it.
        gradient_takes_none: whether ``gradient_fn`` is given ``None``, not zeros, for outputs that nothing depends on.
        differentiable: ``False`` when :meth:`no_gradient` said that gradients stop here.
        defined_at: ``file:line`` of the registration, for error messages.
        traits: what the block states beside the OpDef: for each trait its arguments, ``()`` for most.
        is_registered: ``False`` for what stands for an unknown op of a file.

    Raises:
        InvalidArgumentError: unknown or malformed traits.
    """

    is_registered = True

    def __init__(self, op_def: OpDef, defined_at: str, traits: Iterable[AnyTrait] = ()) -> None:
        self.op_def = op_def
        self.traits: Mapping[Trait, tuple[str, ...]] = read_traits(op_def, traits)
        self.name = op_def.name
        self.defined_at = defined_at
        self.shape_fn: ShapeRule | None = None
        self.gradient_fn: Gradient | None = None
        self.gradient_takes_none = False
        self.cost_fn: CostRule | None = None
        self.region_fn: RegionRule | None = None
        self.partial_sum: tuple[str, RegionRule] | None = None
        self.differentiable = True

    def has(self, trait: Trait) -> bool:
        """Whether the block states ``trait``; ``op.traits[trait]`` are its arguments."""
        return trait in self.traits

    def shape_rule(self, function: ShapeRule) -> ShapeRule:
        """Decorator: ``function(c)`` returns one shape for each output, from what ``c`` knows of the inputs.

        Raises:
            InvalidArgumentError: it has a shape rule, or the function takes other arguments.
        """
        self._once("shape rule", self.shape_fn, function, "(c)", 1)
        self.shape_fn = function
        return function

    def gradient(self, function: Gradient, *, takes_none: bool = False) -> Gradient:
        """Decorator: ``function(g, node, *dys)`` returns one tensor, or ``None``, for each input of ``node``.

        ``g`` builds nodes, one method per op (``g.Conv3D(input=..., ...)``); ``dys`` are the gradients of the outputs
        (a zero tensor for an output that no ``y`` depends on, or ``None`` with ``takes_none``, which saves computing
        with zeros; ``None`` for one that has no gradient at all).

        Raises:
            InvalidArgumentError: it has a gradient, or none by :meth:`no_gradient`, or the function takes other
                arguments.
        """
        if not self.differentiable:
            raise InvalidArgumentError(
                f"op '{self.name}' must have one gradient, got one after no_gradient()"
            ).concerns(op=self.name)
        outputs = self.op_def.outputs
        if any(arg.is_list for arg in outputs):  # how many gradients arrive depends on the node
            self._once("gradient", self.gradient_fn, function)
        else:
            names = ", ".join(["g", "node", *([f"d{arg.name}" for arg in outputs] if len(outputs) > 1 else ["dy"])])
            self._once("gradient", self.gradient_fn, function, f"({names})", 2 + len(outputs))
        self.gradient_fn = function
        self.gradient_takes_none = takes_none
        return function

    def no_gradient(self) -> None:
        """Declare that no gradient flows through this op (TensorFlow's ``NotDifferentiable``).

        Raises:
            InvalidArgumentError: it has a gradient.
        """
        self._once("gradient", self.gradient_fn)
        self.differentiable = False

    def cost_rule(self, function: CostRule) -> CostRule:
        """Decorator: ``function(c)`` returns a :class:`~graphops_registry.cost.Cost` (FLOPs, bytes).

        Raises:
            InvalidArgumentError: it has a cost rule, or the function takes other arguments.
        """
        self._once("cost rule", self.cost_fn, function, "(c)", 1)
        self.cost_fn = function
        return function

    def region_rule(self, function: RegionRule) -> RegionRule:
        """Decorator: ``function(c)`` returns a :class:`~graphops_registry.regions.Part`: how ``c.wanted`` is computed.

        Maps over chunks use it. An op that is elementwise by its traits needs none; the others without one, and those
        for which it returns ``None``, need the whole of their inputs.

        Raises:
            InvalidArgumentError: it has a region rule, or the function takes other arguments.
        """
        self._once("region rule", self.region_fn, function, "(c)", 1)
        self.region_fn = function
        return function

    def partial_sum_rule(self, over: str, function: RegionRule) -> RegionRule:
        """Declare that the op is a sum over an input: what regions of it give adds up to the output.

        Args:
            over: the input; ``c.wanted[0]`` is a region of it.
            function: ``function(c)`` returns a :class:`~graphops_registry.regions.Part`, or ``None`` where the
                output is no such sum.

        Raises:
            InvalidArgumentError: it has such a rule or no such input, or the function takes other arguments.
        """
        self._once("rule of partial sums", self.partial_sum and self.partial_sum[1], function, "(c)", 1)
        if over not in self.op_def.input_by_name:
            raise InvalidArgumentError(
                f"over of partial_sum_rule must be an input of op '{self.name}', got {over!r}"
            ).concerns(op=self.name)
        self.partial_sum = over, function
        return function

    def _once(self, what: str, present: object, function: Any = None, signature: str = "", count: int = 0) -> None:
        """Refuse a second rule, and a function that cannot be called as the rule will be."""
        if present is not None:
            second = f" at {place_of(function)}" if function is not None else ""
            raise InvalidArgumentError(
                f"op '{self.name}' must have one {what}, got a second one{second}; the first is at {place_of(present)}"
            ).concerns(op=self.name)
        if function is None:
            return
        if not callable(function):
            raise InvalidArgumentError(f"the {what} of op '{self.name}' must be a function, got {function!r}").concerns(
                op=self.name
            )
        if signature and not takes(function, count):
            got = f"{signature_text(function)} at {place_of(function)}"
            raise InvalidArgumentError(f"the {what} of op '{self.name}' must take {signature}, got {got}").concerns(
                op=self.name
            )

    def __repr__(self) -> str:
        return f"<Op {self.name}>"


REGISTRY = OpRegistry()


def register_op(
    name: str,
    *,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    attrs: Sequence[str] = (),
    doc: str = "",
    stateful: bool = False,
    commutative: bool = False,
    aggregate: bool = False,
    allows_uninitialized_input: bool = False,
    distributed_communication: bool = False,
    deprecated: tuple[int, str] | None = None,
    traits: Sequence[AnyTrait] = (),
) -> Op:
    """Declare an op in TensorFlow's mini-language and register it.

    >>> scale = register_op("Example>Scale", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, double}"])
    >>> scale.op_def.signature()
    'Example>Scale(x: T; T: {float, double}) -> (y: T)'

    Args:
        name: CamelCase; extensions write ``Vendor>Name``.
        inputs, outputs: ``"input: T"``, ``"values: N * T"``, ``"filter_sizes: int32"``.
        attrs: ``"strides: list(int) >= 5"``, ``"padding: {'SAME', 'VALID'}"``, ``"T: {half, float} = DT_FLOAT"``.
        doc: one or more sentences; the first line is the summary.
        stateful: the op reads or changes state, so it is never folded, merged or computed eagerly.
        deprecated: ``(GraphDef version, what to use instead)``.
        traits: what else passes, gradients and tools may rely on: members of
            :class:`~graphops_registry.traits.Trait` or their texts, ``"cannot_fail"``, ``"linear_in(x)"``.

    Returns:
        The :class:`Op`, whose decorators ``shape_rule``, ``gradient``, ``cost_rule`` and ``region_rule`` add the rules.

    Raises:
        InvalidArgumentError: a malformed specification or trait, or a name that is taken (both places are named).
    """
    op_def = parse_op(
        name,
        inputs,
        outputs,
        attrs,
        is_stateful=stateful,
        is_commutative=commutative,
        is_aggregate=aggregate,
        allows_uninitialized_input=allows_uninitialized_input,
        is_distributed_communication=distributed_communication,
        deprecated=deprecated,
        doc=doc,
    )
    frame = sys._getframe(1)
    op = Op(op_def, f"{frame.f_code.co_filename}:{frame.f_lineno}", traits)
    if not frame.f_globals.get("__name__", "").startswith("graphops_registry."):
        REGISTRY.get(name)  # else it may take the name of one that comes later, which then could not be loaded
    REGISTRY.add(op)
    return op


def lookup_op(name: str) -> Op:
    """The op registered as ``name``; imports its family if it is a built-in one.

    Raises:
        NotFoundError: no such op (the nearest name is suggested).
        InvalidTypeError: ``name`` is no text.
    """
    if not isinstance(name, str):
        raise InvalidTypeError(f"the name of an op must be a text, got {shorten(repr(name))}")
    op = REGISTRY.get(name)
    if op is None:
        REGISTRY.load_all()  # for who adds an op and has not made the index again
        op = REGISTRY.get(name)
    if op is None:
        raise NotFoundError(f"op '{name}' must be registered{nearest(name, REGISTRY.names())}").concerns(op=name)
    return op


def registered_ops() -> list[Op]:
    """All registered ops, built-in ones included, in alphabetical order."""
    return sorted(REGISTRY, key=lambda op: op.name)


def ops_with(trait: Trait) -> frozenset[str]:
    """The names of all ops that state ``trait``, built-in ones included: for files, which hold names alone."""
    return _stating(trait, REGISTRY.generation)


@lru_cache(maxsize=2 * len(Trait))
def _stating(trait: Trait, generation: int) -> frozenset[str]:
    """What :func:`ops_with` returns until another op is registered."""
    indexed = (name for name in TRAITS.get(trait.value, "").split() if REGISTRY.is_waiting(name))
    return frozenset((*indexed, *(name for name, op in REGISTRY.loaded().items() if trait in op.traits)))
