/** The logos of some toolkits in a row, with their names for screen readers and on hover. */
import { ToolkitLogo } from "./toolkit-logo";

const SHOWN = 5;

export const ToolkitLogos = ({ slugs }: { slugs: readonly string[] }) => (
  <span className="flex items-center gap-1" title={slugs.join(", ")}>
    <span className="sr-only">{slugs.join(", ")}</span>
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
