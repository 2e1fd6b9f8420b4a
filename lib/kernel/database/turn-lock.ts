/** A lock by which transactions about the same project wait for each other, as those that count before they write. */
import { statement } from "./statement";

/** @param name of the work, which is its own for each lock; the statement's only value is the project's ID */
export const turnLock = (name: string) =>
  statement({
    name: `${name}.lock`,
    text: `SELECT pg_advisory_xact_lock(hashtextextended('patchbay.${name}:' || $1::text, 0))`,
    columns: { pg_advisory_xact_lock: "void" },
  });
