/** A text filter. It is written to the URL when the typing pauses, and follows changes of the URL from elsewhere. */
"use client";
import { useEffect, useState } from "react";
import { Input } from "@/components/ui/input";

const PAUSE_MS = 300;

type FilterInputProps = { label: string; value: string; onCommit: (value: string) => void; className?: string };

export function FilterInput({ label, value, onCommit, className }: FilterInputProps) {
  const [text, setText] = useState(value);
  const [lastValue, setSeen] = useState(value);
  const [committedValue, setSent] = useState(value);
  if (value !== lastValue) {
    setSeen(value);
    if (value !== committedValue) setText(value); // moved by the back button or by "Clear filters", not by this field
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      setSent(text.trim());
      onCommit(text.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onCommit]);
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      className={className}
    />
  );
}
