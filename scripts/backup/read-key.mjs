// The passphrase or key of a backup, from the command line, the environment or a person at the terminal.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Refusal } from "../start/start-problems.mjs";

/** A shorter passphrase would be guessed by whoever has the file. */
const MIN_LENGTH = 12;

/** The options of the key, for parseArgs. */
export const KEY_OPTIONS = {
  "passphrase-file": { type: "string" },
  "key-file": { type: "string" },
};

/** A line break at the end is left out, as the server leaves it out: it makes scheduled backups by the same file. */
function readText(file) {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new Refusal(`${file} cannot be read (${error.code}).`);
  }
}

/** 32 bytes as 64 hexadecimal digits or in base64. */
function readKeyFile(file) {
  const text = readText(file).trim();
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (bytes.length === 32) return { kind: "key", bytes };
  throw new Refusal(`${file} is not a key: it must contain 32 bytes in hexadecimal digits (openssl rand -hex 32).`);
}

/** Asks without showing what is typed. */
export function askHidden(question) {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve, reject) => {
    terminal.once("SIGINT", () => {
      terminal.close();
      reject(new Refusal("Stopped; nothing was changed."));
    });
    terminal.question("", (answer) => {
      terminal.close();
      process.stderr.write("\n");
      resolve(answer);
    });
  });
}

/** Asks for a line that is shown. */
export function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    terminal.question(question, (answer) => {
      terminal.close();
      resolve(answer.trim());
    });
  });
}

const assertLong = (text) => {
  if (text.length >= MIN_LENGTH) return { kind: "passphrase", text };
  throw new Refusal(`The passphrase must have at least ${MIN_LENGTH} characters.`);
};

/**
 * The key that the options or PATCHBAY_BACKUP_PASSPHRASE name; undefined if they name none.
 * @returns {{ kind: "passphrase", text: string } | { kind: "key", bytes: Buffer } | undefined}
 */
export function readKey({ "passphrase-file": passphraseFile, "key-file": keyFile }) {
  if (keyFile && passphraseFile) throw new Refusal("Name either --passphrase-file or --key-file.");
  if (keyFile) return readKeyFile(keyFile);
  const file = passphraseFile ?? process.env.PATCHBAY_BACKUP_PASSPHRASE_FILE;
  const text = file ? readText(file) : process.env.PATCHBAY_BACKUP_PASSPHRASE;
  return text ? { kind: "passphrase", text } : undefined;
}

/** The key of a new backup: a person is asked twice. */
export async function chooseKey(values) {
  const key = readKey(values);
  if (values.plain) {
    if (values["passphrase-file"] || values["key-file"])
      throw new Refusal("--plain goes with no passphrase and no key.");
    return undefined;
  }
  if (key) return key.kind === "passphrase" ? assertLong(key.text) : key;
  if (!process.stdin.isTTY)
    throw new Refusal(
      "A backup needs a passphrase: set PATCHBAY_BACKUP_PASSPHRASE, or name a file with --passphrase-file or " +
        "--key-file. --plain writes a backup that everybody can read.",
    );
  const text = await askHidden("Passphrase of the backup: ");
  assertLong(text);
  if ((await askHidden("The same again: ")) !== text)
    throw new Refusal("The two were not the same; nothing was written.");
  return { kind: "passphrase", text };
}
