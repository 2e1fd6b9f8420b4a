/** The list below a field with suggestions. */
"use client";
import { useEffect } from "react";
import { cn } from "@/components/ui/cn";
import { ToolkitLogo } from "../display/toolkit-logo";

export type Option = {
  value: string;
  label: string;
  /** Smaller text next to the label. */
  detail?: string;
  /** Draws the logo of this toolkit. */
  toolkit?: string;
};

/** The maximum width of the list. A list that would overflow the window is aligned to the other edge of the field. */
const LIST_WIDTH = 320;

export const isAtEnd = (field: HTMLElement): boolean =>
  field.getBoundingClientRect().left + LIST_WIDTH > window.innerWidth;

type OptionsProps = {
  list: string;
  label: string;
  options: readonly Option[];
  at: number;
  isShown: boolean;
  atEnd: boolean;
  onMark: (place: number) => void;
  onChoose: (value: string) => void;
};

export function Options({ list, label, options, at: markedIndex, isShown, atEnd, onMark, onChoose }: OptionsProps) {
  useEffect(() => {
    if (isShown) document.getElementById(`${list}-${markedIndex}`)?.scrollIntoView({ block: "nearest" });
  }, [isShown, list, markedIndex]);
  return (
    <ul
      id={list}
      role="listbox"
      aria-label={label}
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      className={cn(
        "absolute top-full z-20 mt-1 max-h-80 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border bg-raised p-1",
        atEnd ? "right-0" : "left-0",
        !isShown && "hidden",
      )}
    >
      {options.map(({ value, label: words, detail, toolkit }, place) => (
        <li
          key={value}
          id={`${list}-${place}`}
          role="option"
          aria-selected={place === markedIndex}
          onPointerMove={() => onMark(place)}
          onClick={() => onChoose(value)}
          className={cn(
            "flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1 text-sm pointer-coarse:min-h-10",
            place === markedIndex && "bg-hover",
          )}
        >
          {toolkit === undefined ? null : <ToolkitLogo slug={toolkit} />}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{words}</span>
            {detail ? <span className="block truncate font-mono text-xs text-muted">{detail}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
