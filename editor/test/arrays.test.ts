import assert from "node:assert/strict";
import { test } from "node:test";
import "./window";
import { dtypeOfNpy } from "../src/arrays";

test("the dtype in the head of a NumPy file", async () => {
  // As numpy.lib.format writes it.
  const head = (descr: string) =>
    new Blob(["\x93NUMPY\x01\x00v\x00", `{'descr': '${descr}', 'fortran_order': False, 'shape': (3, 4), }`]);
  const found: Record<string, string> = {
    "<f4": "float32",
    "<f8": "float64",
    ">i2": "int16",
    "|u1": "uint8",
    "<c8": "complex64",
    "|b1": "bool",
    "|O": "float",
    "<M8[ns]": "float",
  };
  for (const [descr, dtype] of Object.entries(found)) assert.equal(await dtypeOfNpy(head(descr)), dtype, descr);
});
