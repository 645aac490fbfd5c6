"""Traits: how a block states them, what is refused, and that the pages list what there is."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.op_def import Op, lookup_op, ops_with, parse_op, register_op, registered_ops
from graphops_registry.registrations import registrations, restore
from graphops_registry.traits import WHEN, AnyTrait, Trait, TraitOf, linear_in, passes_through, read_traits

SCALE = parse_op("Test>Scale", ["x: T", "by: T"], ["y: T"], ["T: {float, double}"])


def test_members_and_texts_say_the_same() -> None:
    stated: list[AnyTrait] = [Trait.CANNOT_FAIL, linear_in("x", "by"), passes_through("x", "no_axes")]
    written = ["cannot_fail", "linear_in(x, by)", " passes_through( x,no_axes ) "]
    assert read_traits(SCALE, stated) == read_traits(SCALE, written)
    assert [str(each) for each in stated[1:]] == ["linear_in(x, by)", "passes_through(x, no_axes)"]


def test_the_first_word_is_the_default() -> None:
    assert read_traits(SCALE, ["passes_through(x)"]) == {Trait.PASSES_THROUGH: ("x", "always")}
    assert read_traits(SCALE, ["convolution(forward)"]) == {Trait.CONVOLUTION: ("forward", "dense")}


def test_an_op_is_asked() -> None:
    op = Op(SCALE, "here", [Trait.CANNOT_FAIL, linear_in("x")])
    assert op.has(Trait.CANNOT_FAIL)
    assert not op.has(Trait.MERGE)
    assert op.traits[Trait.LINEAR_IN] == ("x",)


@pytest.mark.parametrize(
    ("traits", "sentence"),
    [
        (["canot_fail"], "be among placeholder, .*did you mean 'cannot_fail'.*, got 'canot_fail'"),
        (["linear_in(x"], "be among .*, got 'linear_in"),
        (["cannot_fail", Trait.CANNOT_FAIL], "state 'cannot_fail' once, got it twice"),
        (["linear_in(z)"], "name inputs of the op in 'linear_in', x, by, got 'z'"),
        (["linear_in(x, x)"], r"name an argument once, got linear_in\(x, x\)"),
        ([Trait.LINEAR_IN], r"be written as linear_in\(input, \.\.\.\), got linear_in"),
        (["cannot_fail(x)"], r"be written as cannot_fail, got cannot_fail\(x\)"),
        (["window(4)"], "name words of the trait in 'window', 2, 3, any, got '4'"),
        (["placeholder"], "state 'placeholder' only where there is an attr 'dtype', got placeholder"),
        (["passes_through(by)"], r"name the first input, x, in 'passes_through', got passes_through\(by, always\)"),
        (["passes_through(x, whole)"], "state 'whole' only where there are 3 inputs"),
        (["passes_through(x, shape_allowed)"], "state 'shape_allowed' only where there is an attr 'shape'"),
    ],
)
def test_what_is_refused(traits: list[AnyTrait], sentence: str) -> None:
    with pytest.raises(InvalidArgumentError, match=f"^traits of op 'Test>Scale' must {sentence}"):
        read_traits(SCALE, traits)


def test_as_many_outputs_as_are_passed_through() -> None:
    both = parse_op("Test>Both", ["x: float"], ["y: float", "z: float"], [])
    several = parse_op("Test>Several", ["x: N * float"], ["y: float"], ["N: int"])
    for op_def in (both, several):
        with pytest.raises(InvalidArgumentError, match="only where there are as many outputs as tensors in the first"):
            read_traits(op_def, ["passes_through(x)"])
    assert read_traits(several, ["passes_through(x, one_input)"])


@pytest.mark.parametrize("traits", ["cannot_fail", Trait.CANNOT_FAIL, linear_in("x"), 3, [3], [None]])
def test_what_is_no_list_of_traits(traits: object) -> None:
    with pytest.raises(InvalidTypeError, match="traits of op 'Test>Scale' must (be a list|hold Traits or their names)"):
        read_traits(SCALE, traits)  # type: ignore[arg-type]


def test_a_member_stays_one_object() -> None:
    """Its hash is its identity, so a copy would be found in no table."""
    for trait in Trait:
        assert pickle.loads(pickle.dumps(trait)) is trait
        assert copy.deepcopy(trait) is trait
        assert Trait(trait.value) is trait
    assert hash(TraitOf(Trait.MERGE)) == hash(TraitOf(Trait.MERGE))


def test_names_of_ops_by_trait() -> None:
    assert ops_with(Trait.MERGE) == {"Merge", "RefMerge"}
    assert ops_with(Trait.PLACEHOLDER) == {"Placeholder", "PlaceholderV2"}
    assert lookup_op("Reshape").traits[Trait.PASSES_THROUGH] == ("tensor", "reshaped_to_itself")


def test_names_of_ops_by_trait_follow_registrations() -> None:
    before, registered = ops_with(Trait.MERGE), registrations()
    try:
        register_op("Test>LateMerge", inputs=["x: float"], outputs=["y: float"], traits=[Trait.MERGE])
        assert ops_with(Trait.MERGE) == before | {"Test>LateMerge"}
    finally:
        restore(registered)
    assert ops_with(Trait.MERGE) == before


def test_every_trait_is_stated_somewhere() -> None:
    stated = {trait for op in registered_ops() for trait in op.traits}
    assert stated == set(Trait)


def test_every_condition_has_a_rule() -> None:
    from graphops.plan.passes.identities import RULES

    assert RULES.keys() == WHEN.keys()


def test_traits_do_not_contradict_the_op_def() -> None:
    for op in registered_ops():
        if op.op_def.is_stateful:
            assert not op.traits.keys() & {Trait.CANNOT_FAIL, Trait.ELEMENTWISE, Trait.LINEAR_IN, Trait.TELLS}, op.name
        elif op.has(Trait.ONLY_READS):
            pytest.fail(f"{op.name} has no state that it could read")


def test_the_table_of_the_documentation_is_the_enum() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "traits.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (.+?) \|$", page, flags=re.MULTILINE)
    assert [(usage, meaning) for usage, meaning in rows if usage not in WHEN] == [
        (trait.usage, trait.meaning) for trait in Trait
    ]
    assert {usage: meaning for usage, meaning in rows if usage in WHEN} == WHEN
