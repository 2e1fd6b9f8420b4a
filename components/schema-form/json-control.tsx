/**
 * A value that no control fits, as JSON text. While the text does not parse, it is kept and the value does not change.
 */
"use client";
import { useState } from "react";
import { Textarea } from "@/components/ui/textarea";
import type { ControlProps } from "./form-context";

const toText = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

export function JsonControl({ value, wiring, onChange }: ControlProps) {
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null);
  const valueText = toText(value);
  // a draft is valid only for the value that it was typed over; a change from elsewhere wins
  const text = draft && draft.of === valueText ? draft.text : valueText;
  const broken = draft !== null && draft.of === valueText && draft.text !== valueText;
  const type = (next: string) => {
    if (next.trim() === "") {
      setDraft({ text: next, of: "" });
      return onChange(undefined);
    }
    try {
      const parsed: unknown = JSON.parse(next);
      setDraft({ text: next, of: toText(parsed) });
      onChange(parsed);
    } catch {
      setDraft({ text: next, of: valueText });
    }
  };
  return (
    <>
      <Textarea
        {...wiring}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        placeholder="JSON"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        className="font-mono text-xs"
      />
      {broken && !parses(text) ? (
        <p className="text-xs text-danger">Invalid JSON. The last valid value is kept.</p>
      ) : null}
    </>
  );
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === "";
  }
}
