/** The errors of arguments as a list. Names of arguments are shown as code, exactly as written. */
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
