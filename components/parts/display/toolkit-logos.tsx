/** The logos of some toolkits in a row, with their names for screen readers and on hover. */
"use client";
import { ToolkitLogo } from "./toolkit-logo";
import { useToolkitNames } from "./toolkit-name";

const SHOWN = 5;

export function ToolkitLogos({ slugs }: { slugs: readonly string[] }) {
  const names = slugs.map(useToolkitNames()).join(", ");
  return (
    <span className="flex items-center gap-1" title={names}>
      <span className="sr-only">{names}</span>
      {slugs.slice(0, SHOWN).map((slug) => (
        <ToolkitLogo key={slug} slug={slug} />
      ))}
      {slugs.length > SHOWN ? (
        <span aria-hidden className="text-xs text-muted">
          +{slugs.length - SHOWN}
        </span>
      ) : null}
    </span>
  );
}
