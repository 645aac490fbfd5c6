/** The form of an array: its values, and its shape where they are written in a row. */
import { useState, type ReactNode } from "react";
import { tensorParts, tensorValue } from "../attrText";
import { isObject, type Json } from "../json";
import { TextField } from "./TextField";

const LONGEST = 20_000; // letters; longer values are shown only

interface Props {
  label: string;
  testId: string;
  value: Json | undefined;
  fault?: string;
  help?: string;
  placeholder?: string;
  ofTexts?: boolean; // it is known to hold texts, not numbers
  readOnly?: boolean;
  children?: ReactNode; // between the values and their shape
  onValue(value: Json | undefined, text: string): void;
}

export function TensorField({
  label,
  testId,
  value,
  fault,
  help,
  placeholder,
  ofTexts,
  readOnly,
  children,
  onValue,
}: Props) {
  const parts = tensorParts(value, ofTexts);
  const [shapeDraft, setShapeDraft] = useState<string | null>(null);
  const long = parts.values.length > LONGEST;
  const dtype = isObject(value) ? value.dtype : undefined;
  const shape = parts.values ? parts.shape : (shapeDraft ?? ""); // a shape may be typed before the values
  return (
    <div className="tensor-field">
      <TextField
        label={label}
        hint={typeof dtype === "string" ? `values · ${dtype}` : "values"}
        testId={testId}
        rows={2}
        text={
          long ? `${parts.values.slice(0, 200)} … (${parts.values.length.toLocaleString("en")} letters)` : parts.values
        }
        readOnly={readOnly || long}
        fault={fault}
        help={help}
        placeholder={placeholder ?? "1.5   or  {{1,2},{3,4}}   or  1, 2, 3, 4 and a shape"}
        onText={(text) => {
          if (!text.trim()) setShapeDraft(shape);
          onValue(tensorValue(text, shape, dtype, ofTexts), text);
        }}
      />
      {children}
      <TextField
        label=""
        hint="shape of values in a row"
        testId={`${testId}-shape`}
        text={shape}
        readOnly={readOnly || long}
        placeholder="as written"
        onText={(text) => {
          setShapeDraft(text);
          if (parts.values) onValue(tensorValue(parts.values, text, dtype, ofTexts), parts.values);
        }}
      />
    </div>
  );
}
