"""WebP files; of several frames TensorFlow writes beyond its memory."""

from tests.golden.case import Case
from tests.golden.cases.image_files import given

CASES = [
    *(Case("DecodeWebP", given(f"webp_{name}")) for name in ("rgb", "rgba", "loss", "loss_rgba")),
    *(Case("DecodeWebP", given(f"webp_{name}"), {"channels": 3}) for name in ("rgb", "loss")),
    *(Case("DecodeWebP", given(f"webp_{name}"), {"channels": 4}) for name in ("rgba", "loss_rgba")),
]
