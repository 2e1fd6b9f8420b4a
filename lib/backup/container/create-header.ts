/**
 * The first line of an encrypted backup: how its key is made of the operator's secret. It is part of what the key is
 * made of, so a changed header opens nothing.
 */
import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { BackupProblem } from "../backup-problem";

export const MAGIC = "patchbay-backup ";
/** The header with its newline is shorter than this. */
export const MAX_HEADER_BYTES = 2048;

/** Opens a backup: a passphrase of a person, or the 32 bytes of a key file. */
export type BackupKey = { kind: "passphrase"; text: string } | { kind: "key"; bytes: Buffer };

/** 64 MB of memory, and about a third of a second. */
const SCRYPT = { N: 65_536, r: 8, p: 1 };
/** Twice as much: a file that others made cannot take all memory, nor all time. */
const MAX_STRETCH_BYTES = 128 * 1024 * 1024;

const Scrypt = z
  .object({ N: z.int().min(2).max(1_048_576), r: z.int().min(1).max(8), p: z.int().min(1).max(4) })
  .refine(({ N, r, p }) => Number.isInteger(Math.log2(N)) && 128 * N * r * p <= MAX_STRETCH_BYTES);
const KEY_BYTES = 32;

const Header = z.object({
  format: z.literal(1, "is unknown to this version of Patchbay"),
  cipher: z.literal("aes-256-gcm"),
  key: z.enum(["passphrase", "key"]),
  scrypt: Scrypt.optional(),
  salt: z.base64().max(100),
});
const WithCheck = Header.extend({ check: z.base64().max(100) });
type Header = z.output<typeof Header>;

const stretch = (passphrase: string, salt: Buffer, { N, r, p }: typeof SCRYPT): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** The key of one file: no two files share one, so that their counters can both begin at 0. */
async function deriveKey(header: Header, key: BackupKey): Promise<Buffer> {
  const salt = Buffer.from(header.salt, "base64");
  const root = key.kind === "key" ? key.bytes : await stretch(key.text, salt, header.scrypt ?? SCRYPT);
  return Buffer.from(hkdfSync("sha256", root, salt, `patchbay backup ${JSON.stringify(header)}`, KEY_BYTES));
}

const checkOf = (fileKey: Buffer): Buffer => createHmac("sha256", fileKey).update("patchbay backup check").digest();

/** A new header and the key of the file that it begins. */
export async function createHeader(key: BackupKey): Promise<{ line: Buffer; fileKey: Buffer }> {
  const header: Header = {
    format: 1,
    cipher: "aes-256-gcm",
    key: key.kind,
    ...(key.kind === "passphrase" && { scrypt: SCRYPT }),
    salt: randomBytes(32).toString("base64"),
  };
  const fileKey = await deriveKey(header, key);
  const check = checkOf(fileKey).toString("base64");
  return { line: Buffer.from(`${MAGIC}${JSON.stringify({ ...header, check })}\n`), fileKey };
}

function parseHeader(line: string): z.output<typeof WithCheck> {
  const read = readJson(line.slice(MAGIC.length), SMALL_BOUNDS);
  const parsed = WithCheck.safeParse(read.kind === "value" ? read.value : undefined);
  if (parsed.success) return parsed.data;
  throw new BackupProblem(
    "The first line of this backup is damaged, or a newer version of Patchbay wrote it: " +
      "try the newest version, or another backup.",
  );
}

const notWith = (key: BackupKey | undefined): string => (key ? ", not with a passphrase" : "");

/**
 * The key of the file that begins with this line.
 * @param key undefined if the operator named none
 * @throws BackupProblem for a damaged line, and for another passphrase or key than the backup's
 */
export async function openHeader(line: string, key: BackupKey | undefined): Promise<Buffer> {
  const { check, ...header } = parseHeader(line);
  if (key?.kind !== header.key)
    throw new BackupProblem(
      header.key === "passphrase"
        ? "This backup is encrypted with a passphrase: set PATCHBAY_BACKUP_PASSPHRASE, " +
            "or name a file that contains it with --passphrase-file."
        : `This backup is encrypted with a key file${notWith(key)}: name the file with --key-file.`,
    );
  const fileKey = await deriveKey(header, key);
  const expected = Buffer.from(check, "base64");
  const actual = checkOf(fileKey);
  if (expected.length === actual.length && timingSafeEqual(expected, actual)) return fileKey;
  throw new BackupProblem(
    header.key === "passphrase"
      ? "The passphrase is not the one of this backup (or its first line was changed)."
      : "The key is not the one of this backup (or its first line was changed).",
  );
}
