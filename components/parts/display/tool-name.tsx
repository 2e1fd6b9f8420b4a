/** A tool in a list: its name in words, then its slug where there is room for both. */
import { toToolName } from "./to-tool-name";

export function ToolName({ slug, toolkit }: { slug: string; toolkit: string }) {
  const name = toToolName(slug, toolkit);
  if (name === null) return <span className="font-mono text-xs">{slug}</span>;
  return (
    <>
      {name} <span className="sr-only font-mono text-xs text-muted @[58rem]:not-sr-only">{slug}</span>
    </>
  );
}
