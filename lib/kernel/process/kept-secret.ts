/** The secret if the operator sets none: generated at the first start, and kept in the data folder. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Reads or makes the secret: 64 hexadecimal digits in a file that only its owner can read. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const next = `${file}.${process.pid}`;
    writeFileSync(next, randomBytes(32).toString("hex"), { mode: 0o600 });
    try {
      // A link appears with its whole content, so nobody can read half a secret.
      linkSync(next, file);
    } catch (error) {
      // If another process was faster, its secret is used. A disk without hard links has no such protection.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(next, file);
    } finally {
      rmSync(next, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}
