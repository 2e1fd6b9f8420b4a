/** The secret if the operator sets none: generated at the first start, and kept in the data folder. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SECRET_LENGTH } from "./env-forms";
import { SettingsError } from "./settings-error";

function makeSecret(dataDir: string): void {
  const file = path.join(dataDir, "secret");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  try {
    writeFileSync(next, randomBytes(32).toString("hex"), { mode: 0o600 });
    // A link appears with its whole content, so nobody can read half a secret.
    linkSync(next, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!existsSync(next) || code === "ENOSPC" || code === "EDQUOT") throw error;
    // If another process was faster, its secret is used. A disk without hard links has no such protection.
    if (code !== "EEXIST") renameSync(next, file);
  } finally {
    rmSync(next, { force: true });
  }
}

function readSecret(dataDir: string): string {
  // The name is a literal here: the build of the pages resolves an unknown path to every file of the project.
  const file = path.join(dataDir, "secret");
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new SettingsError(
      `The secret in ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): ` +
        "it must be a file that the user of this process may read.",
    );
  }
}

/**
 * Reads or makes the secret: 64 hexadecimal digits in a file that only its owner can read.
 * @throws SettingsError if the file is there and holds no secret: an empty one comes of a mount without content, or
 *   of a restore that was cut off, and everybody could open what it seals
 */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  if (!existsSync(file)) makeSecret(dataDir);
  const secret = readSecret(dataDir);
  if (secret.length >= SECRET_LENGTH && !/\p{Cc}/u.test(secret)) return secret;
  throw new SettingsError(
    `The file ${file} holds no secret (${secret.length} characters; ` +
      `a secret has at least ${SECRET_LENGTH}, and none of them is a control character). ` +
      "Restore it from a backup, " +
      "or set PATCHBAY_SECRET to the secret with which this database was first used; " +
      "without any stored credential, delete the file and the next start makes a new one.",
  );
}
