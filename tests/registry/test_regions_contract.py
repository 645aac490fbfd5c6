"""What regions, parts and rules are: their helpers, how rules are declared, and which op has one."""

from __future__ import annotations

import numpy as np
import pytest

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import Op, lookup_op, parse_op, registered_ops
from graphops_registry.regions import Padding, Part, RegionContext, clipped, hull, sizes_of, whole
from graphops_registry.rules.region_parts import elementwise, first_input, region_rule_of
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait
from tests.registry.region_calls import called, check_parts, compute, unknown
from tests.registry.test_regions import cases


def an_op(*traits: str) -> Op:
    return Op(parse_op("Example>Halve", ["x: float"], ["y: float"], []), "here:1", traits)


def test_an_op_has_its_own_rule_or_that_of_its_trait() -> None:
    assert region_rule_of(an_op()) is None
    assert region_rule_of(an_op("elementwise")) is elementwise
    own = an_op("elementwise")
    own.region_rule(first_input)
    assert region_rule_of(own) is first_input


def test_a_rule_is_declared_once_and_for_an_input() -> None:
    op = an_op()
    op.region_rule(first_input)
    with pytest.raises(InvalidArgumentError, match="op 'Example>Halve' must have one region rule, got a second one"):
        op.region_rule(elementwise)
    with pytest.raises(InvalidArgumentError, match="over of partial_sum_rule must be an input .*, got 'z'"):
        op.partial_sum_rule("z", first_input)
    op.partial_sum_rule("x", first_input)
    assert op.partial_sum == ("x", first_input)
    with pytest.raises(InvalidArgumentError, match="must have one rule of partial sums, got a second one"):
        op.partial_sum_rule("x", first_input)
    with pytest.raises(InvalidArgumentError, match=r"the region rule of op 'Example>Halve' must take \(c\)"):
        an_op().region_rule(lambda: None)  # type: ignore[arg-type,misc]


def test_every_op_that_is_elementwise_by_its_traits_is_called_in_parts() -> None:
    """What is not recorded passes its input on."""
    stated = {op.name for op in registered_ops() if op.has(Trait.ELEMENTWISE) and ">" not in op.name}
    assert stated - cases().keys() == {"PreventGradient"}
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert check_parts(called("PreventGradient", {"input": x}), np.random.default_rng(0), 10) == 10


def test_an_attr_with_a_shape_is_that_of_the_part() -> None:
    x = np.arange(12, dtype=np.int32).reshape(3, 4)
    call = called("AccumulateNV2", {"inputs": [x, x], "shape": [3, 4]})
    assert check_parts(call, np.random.default_rng(0), 10) == 10
    rule = region_rule_of(lookup_op("PlaceholderWithDefault"))
    assert rule is not None
    context = RegionContext(
        lookup_op("PlaceholderWithDefault").op_def, {"shape": TensorShape([3, 4])}, [TensorShape([3, 4])],
        lambda index: None, [(3, 4)], [((0, 2), (1, 2))],
    )  # fmt: skip
    part = rule(context)
    assert part is not None
    assert part.attrs["shape"].as_tuple() == (2, 1)


def test_shapes_that_do_not_broadcast_are_compared_as_a_whole() -> None:
    call = called("Equal", {"x": np.zeros(2, np.int32), "y": np.zeros(3, np.int32), "incompatible_shape_error": False})
    assert elementwise(call.context([()], call.value)) is None


def test_outputs_that_want_different_regions_get_both() -> None:
    op_def = parse_op("Example>Both", ["x: float", "y: float"], ["s: float", "d: float"], [])
    shapes = [TensorShape([1, 8]), TensorShape([6, 1])]
    c = RegionContext(op_def, {}, shapes, lambda index: None, [(6, 8)] * 2, [((1, 2), (0, 3)), ((4, 5), (2, 7))])
    both = ((1, 5), (0, 7))
    assert elementwise(c) == Part((((0, 1), (0, 7)), ((1, 5), (0, 1))), (both, both))


def test_what_an_axis_has_of_an_interval() -> None:
    assert clipped(2, 5, 10) == ((2, 5), 0, 0)
    assert clipped(-3, 4, 10) == ((0, 4), 3, 0)
    assert clipped(8, 14, 10) == ((8, 10), 0, 4)
    assert clipped(-2, 14, 10) == ((0, 10), 2, 4)
    assert clipped(-5, -2, 10) == ((0, 0), 3, 0)
    assert clipped(12, 15, 10) == ((10, 10), 0, 3)
    assert clipped(-2, 3, 0) == ((0, 0), 2, 3)


def test_hulls_and_sizes() -> None:
    assert hull(((1, 3), (0, 1)), ((2, 5), (4, 6))) == ((1, 5), (0, 6))
    assert hull(None, ((2, 5),)) == ((2, 5),)
    assert hull(None, None) is None
    assert whole((3, 0)) == ((0, 3), (0, 0))
    assert sizes_of(((1, 3), (4, 4))) == (2, 0)


def test_the_lowest_number_of_a_dtype() -> None:
    lowest = Padding((0,), (0,), -np.inf)
    assert lowest.number(np.dtype(np.float16)) == -np.inf
    assert lowest.number(np.dtype(np.int8)) == -128
    assert lowest.number(np.dtype(np.uint8)) == 0
    assert Padding((0,), (0,), 2.0).number(np.dtype(np.int8)) == 2.0


def test_the_mean_of_nothing_and_of_integers_are_no_sums() -> None:
    for x in (np.zeros((0, 3), np.float32), np.ones((2, 3), np.int32)):
        call = called("Mean", {"input": x, "reduction_indices": np.int32(0)})
        declared = lookup_op("Mean").partial_sum
        assert declared is not None
        assert declared[1](call.context([whole(x.shape)], call.value)) is None


def test_all_axes_are_reduced_to_a_scalar_whether_they_are_known_or_not() -> None:
    call = called("Sum", {"input": np.ones((4, 3), np.int32), "reduction_indices": np.array([0, 1], np.int32)})
    declared = lookup_op("Sum").partial_sum
    assert declared is not None
    part = declared[1](call.context([((1, 3), (0, 2))], unknown))
    assert part is not None
    assert part.gives == ((),)
    assert compute(call, part)[0] == 4
