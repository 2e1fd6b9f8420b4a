/** The secret of an instance whose operator names none: generated at the first start, kept in the data folder. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Reads it, or makes it: 64 hexadecimal digits in a file that its owner alone can read. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const next = `${file}.${process.pid}`;
    writeFileSync(next, randomBytes(32).toString("hex"), { mode: 0o600 });
    try {
      // Whole or not at all: half a secret would be taken for the secret.
      linkSync(next, file);
    } catch (error) {
      // Another process made it between the look and the link: its secret counts. A disk without links has no such guard.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(next, file);
    } finally {
      rmSync(next, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}
