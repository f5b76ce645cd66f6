"""Writes JAX's promotion of each pair of dtypes.

usage: python tests/peers/promotion.py > tests/peers/promotion.txt

Row by row: a, b, and the dtype of an operation on arrays of the two ("-": none); `weak KIND` rows
give the dtype of a Python scalar of KIND with an array.
"""
import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
NAMES = {
    "bool": "bool", "i4": "int4", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u4": "uint4", "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "f8e4m3": "float8_e4m3fn", "f8e5m2": "float8_e5m2", "f16": "float16", "bf16": "bfloat16",
    "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
}
OURS = {theirs: ours for ours, theirs in NAMES.items()}


def promoted(a, b):
    try:
        return OURS[str(jnp.promote_types(NAMES[a], NAMES[b]))]
    except Exception:  # TypePromotionError
        return "-"


def with_scalar(name, scalar):
    # The default dtypes of scalars are those of 32 bits, as in JAX without x64.
    try:
        result, weak = jax.dtypes.result_type(
            jnp.zeros((), NAMES[name]), scalar, return_weak_type_flag=True)
    except Exception:  # TypePromotionError
        return "-"
    text = OURS[str(result)]
    return {"i64": "i32", "f64": "f32", "c128": "c64"}[text] if weak else text


for a in NAMES:
    for b in NAMES:
        print(a, b, promoted(a, b))
for kind, scalar in {"bool": True, "i64": 1, "f64": 1.0, "c128": 1j}.items():
    for name in NAMES:
        print("weak", kind, name, with_scalar(name, scalar))
