/** The values that usage is counted by, as people know them, with a link to their page or logs. */
"use client";
import { useKeyNames } from "@/components/access/keys/use-key-names";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolName } from "@/components/parts/display/tool-name";
import { useToolkitNames, useToolkitOf } from "@/components/parts/display/toolkit-name";
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
  const toolkitOf = useToolkitOf();
  if (row === "") return <span className="text-sm text-muted">All others</span>;
  const toolkit = by === "toolkit" ? row : by === "tool" ? toolkitOf(row) : null;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {toolkit === null ? null : <ToolkitLogo slug={toolkit} className="size-5" />}
      <Link
        href={toHref(by, row, range)}
        className={`min-w-0 truncate rounded-sm hover:underline ${by === "user" || by === "session" ? "font-mono text-xs" : "text-sm"}`}
        title={row}
      >
        {by === "tool" ? <ToolName slug={row} toolkit={toolkit ?? ""} /> : name}
      </Link>
    </span>
  );
}
