/** Lists the filters of the URL that were ignored, and removes them. */
"use client";
import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { changeSearch } from "./url-state";

type UnknownChoicesProps = {
  unknown: readonly { name: string; value: string }[];
  /** The label of each filter on the page. */
  labels: Readonly<Record<string, string>>;
};

/** Values from the URL are cut to this many characters. */
const MAX_LENGTH = 40;

export function UnknownChoices({ unknown, labels }: UnknownChoicesProps) {
  if (unknown.length === 0) return null;
  const named = unknown.map(({ name, value }) => `${labels[name] ?? name} “${value.slice(0, MAX_LENGTH)}”`);
  return (
    <p role="status" className="col-span-full flex flex-wrap items-center gap-x-2 text-xs text-muted lg:basis-full">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-amber" />
      <span className="wrap-anywhere">Ignored unknown filter values: {named.join(", ")}.</span>
      <Button
        variant="ghost"
        className="h-7 text-xs pointer-coarse:h-9"
        onClick={() => changeSearch(Object.fromEntries(unknown.map(({ name }) => [name, ""])))}
      >
        Remove
      </Button>
    </p>
  );
}
