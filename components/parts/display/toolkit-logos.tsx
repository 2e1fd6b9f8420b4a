/** The logos of some toolkits in a row, with their names for screen readers and on hover. */
"use client";
import { ToolkitLogo } from "./toolkit-logo";
import { useToolkitNames } from "./toolkit-name";

const MAX_LOGOS = 5;

export function ToolkitLogos({ slugs }: { slugs: readonly string[] }) {
  const names = slugs.map(useToolkitNames()).join(", ");
  return (
    <span className="flex items-center gap-1" title={names}>
      <span className="sr-only">{names}</span>
      {slugs.slice(0, MAX_LOGOS).map((slug) => (
        <ToolkitLogo key={slug} slug={slug} />
      ))}
      {slugs.length > MAX_LOGOS ? (
        <span aria-hidden className="text-xs text-muted">
          +{slugs.length - MAX_LOGOS}
        </span>
      ) : null}
    </span>
  );
}
