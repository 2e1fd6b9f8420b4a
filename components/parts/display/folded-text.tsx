/** Shows the start of a long text and folds the rest. */
"use client";
import { useState } from "react";

type FoldedTextProps = {
  text: string;
  /** The maximum length; a longer text is cut between words. */
  most: number;
  /** The subject of the text, for the button's name: "More about owner". */
  about: string;
};

export function FoldedText({ text, most, about }: FoldedTextProps) {
  const [open, setOpen] = useState(false);
  if (text.length <= most) return text;
  return (
    <>
      {open ? text : `${text.slice(0, most).replace(/\s+\S*$/, "")}… `}
      <button
        type="button"
        aria-expanded={open}
        aria-label={`${open ? "Less" : "More"} about ${about}`}
        onClick={() => setOpen(!open)}
        className="ml-1 rounded-sm text-ink underline underline-offset-2"
      >
        {open ? "Less" : "More"}
      </button>
    </>
  );
}
