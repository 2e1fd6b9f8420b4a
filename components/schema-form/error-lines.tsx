/** What is wrong with arguments, one under another: names of arguments stand as code, as they are written. */
import type { ErrorLine } from "./field-errors";

export const ErrorLines = ({ lines }: { lines: readonly ErrorLine[] }) =>
  lines.map(({ name, words }) => (
    <p key={`${name} ${words}`} className="wrap-anywhere">
      {name === undefined ? null : (
        <>
          <code className="font-mono text-[0.9em] font-medium">{name}</code>
          {/^(is|are|can|must|expected) /.test(words) ? " " : ": "}
        </>
      )}
      {words}
    </p>
  ));
