/** The values that usage is counted by, as people know them, with a link to their page or logs. */
"use client";
import { useKeyNames } from "@/components/access/keys/use-key-names";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Link } from "@/components/ui/link";
import { toLogRange, type Range } from "./usage-data";

export type Dimension = "toolkit" | "tool" | "user" | "key" | "session";

const toHref = (by: Dimension, key: string, range: Range): string => {
  if (by === "session") return `/sessions/${encodeURIComponent(key)}`;
  return `/logs/tools?${new URLSearchParams({ [by]: key, ...(toLogRange(range) && { range }) })}`;
};

export function useNameOf(by: Dimension): (key: string) => string {
  const toolkitName = useToolkitNames();
  const keyNames = useKeyNames(by === "key");
  return (key) => {
    if (by === "toolkit") return toolkitName(key);
    return by === "key" ? (keyNames.get(key) ?? key) : key;
  };
}

export function KeyName({ by, row, name, range }: { by: Dimension; row: string; name: string; range: Range }) {
  if (row === "") return <span className="text-sm text-muted">All others</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {by === "toolkit" ? <ToolkitLogo slug={row} className="size-5" /> : null}
      <Link
        href={toHref(by, row, range)}
        className={`min-w-0 truncate rounded-sm hover:underline ${by === "toolkit" || by === "key" ? "text-sm" : "font-mono text-xs"}`}
        title={row}
      >
        {name}
      </Link>
    </span>
  );
}
