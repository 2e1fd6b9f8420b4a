/** A chosen tool: the logo of its toolkit and its name; its slug if that is a pattern or unknown. */
"use client";
import { toToolName } from "@/components/parts/display/to-tool-name";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitOf } from "@/components/parts/display/toolkit-name";

export function ToolChip({ slug }: { slug: string }) {
  const toolkit = useToolkitOf()(slug);
  const name = slug.includes("*") ? null : toToolName(slug, toolkit);
  if (name === null) return <span className="max-w-60 truncate font-mono text-xs">{slug}</span>;
  return (
    <>
      <ToolkitLogo slug={toolkit} />
      <span className="max-w-60 truncate">{name}</span>
    </>
  );
}
