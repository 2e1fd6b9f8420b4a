/** A URL with a button that copies it. */
import { CopyButton } from "@/components/parts/display/copy-button";

/** A long URL breaks after a slash, so that its IDs stay whole where they fit in a line. */
export const BreakingUrl = ({ url }: { url: string }) =>
  (url.match(/[^/?&]+[/?&]*|[/?&]+/g) ?? []).map((part, index) => (
    // A line breaks at hyphens too, but only inside of a part that is longer than the line.
    <span key={index} className="inline-block max-w-full">
      {part}
    </span>
  ));

export const CopyableUrl = ({ url, label }: { url: string; label: string }) => (
  <div className="min-w-0">
    <p className="mb-1.5 text-sm font-medium">{label}</p>
    <div className="flex min-w-0 items-center gap-2 rounded-lg border bg-surface py-1.5 pr-1.5 pl-3">
      <code aria-label={label} tabIndex={0} className="min-w-0 flex-1 font-mono text-xs wrap-anywhere select-all">
        <BreakingUrl url={url} />
      </code>
      <CopyButton text={url} what="URL" label="Copy" />
    </div>
  </div>
);
