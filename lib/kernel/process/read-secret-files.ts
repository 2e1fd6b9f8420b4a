/** Secrets from files: a setting that holds a secret can be given as a file that `NAME_FILE` names. */
import { readFileSync, statSync } from "node:fs";

/** The names of settings that hold a secret, or an address with a password. */
const HOLDS_SECRET = /SECRET|PASSWORD|PASSPHRASE|TOKEN|(?:API|ACCESS)_KEY|DATABASE_URL|SMTP/;
const SUFFIX = "_FILE";
const MAX_BYTES = 64 * 1024;

export type SettingsSource = Readonly<Record<string, string | undefined>>;

/** The names under which the files of these settings are given. */
export const fileSettings = (names: readonly string[]): string[] =>
  names.filter((name) => HOLDS_SECRET.test(name)).map((name) => name + SUFFIX);

/** @throws Error with the rest of the sentence that begins with the setting's name */
function readSecret(file: string): string {
  let text: string;
  try {
    const facts = statSync(file);
    // A pipe could be read only once, and several processes of a start read the settings.
    if (!facts.isFile()) throw new Error(`must name a file, and ${file} is none`);
    if (facts.size > MAX_BYTES) throw new Error(`names ${file}, which has more than ${MAX_BYTES / 1024} KB`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw new Error(message);
    throw new Error(`names ${file}, which cannot be read (${code}): the user of this process must be able to read it`);
  }
  const secret = text.replace(/\r?\n$/, "");
  if (secret.trim() === "") throw new Error(`names ${file}, which is empty`);
  if (secret.includes("\0")) throw new Error(`names ${file}, which contains zero bytes and so is no text`);
  return secret;
}

/**
 * Replaces each `NAME_FILE` by the setting itself. One line break at the end of a file is left out. Every process reads
 * the files once, when it reads its settings.
 * @param names the names of all settings
 * @returns the settings without `NAME_FILE`, and one sentence for each file that is not right
 */
export function readSecretFiles(
  source: SettingsSource,
  names: readonly string[],
): { values: Record<string, string>; problems: string[] } {
  const values = Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
  const problems: string[] = [];
  for (const fileName of fileSettings(names)) {
    const { [fileName]: file } = values;
    if (file === undefined) continue;
    delete values[fileName];
    const name = fileName.slice(0, -SUFFIX.length);
    if (values[name] !== undefined) problems.push(`${name} and ${fileName} are both set: leave one of them out.`);
    else
      try {
        values[name] = readSecret(file);
      } catch (error) {
        problems.push(`${fileName} ${(error as Error).message}.`);
      }
  }
  return { values, problems };
}
