/** The container: what was written is read, and nothing else is. */
import { randomBytes } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { readContainer, writeContainer } from "./write-container";
import type { BackupKey } from "./create-header";

const PASSPHRASE: BackupKey = { kind: "passphrase", text: "a passphrase of a test" };
/** Without the third of a second that a passphrase takes. */
const KEY: BackupKey = { kind: "key", bytes: randomBytes(32) };

async function seal(content: Buffer, key: BackupKey | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await writeContainer(Readable.from([content], { objectMode: false }), key, async (bytes) => {
    for await (const chunk of bytes) chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

/** In pieces of an odd size, as a network would bring them. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 9973) yield bytes.subarray(from, from + 9973);
}

async function open(sealed: Buffer, key: BackupKey | undefined): Promise<Buffer> {
  const target = new PassThrough();
  const chunks: Buffer[] = [];
  target.on("data", (chunk: Buffer) => chunks.push(chunk));
  await readContainer(inPieces(sealed), key, target);
  return Buffer.concat(chunks);
}

// Random bytes do not shrink, so there are several chunks.
const CONTENT = randomBytes(300_000);

it.each([0, 1, 65_535, 65_536, 65_537, 300_000])("opens what it sealed: %i bytes", async (size) => {
  const content = CONTENT.subarray(0, size);
  expect((await open(await seal(content, KEY), KEY)).equals(content)).toBe(true);
});

it("a plain backup is gzip, and an encrypted one shows nothing but its header", async () => {
  const text = Buffer.from("a word that must not be seen ".repeat(1000));
  expect((await seal(text, undefined)).subarray(0, 2).toString("hex")).toBe("1f8b");
  expect((await open(await seal(text, undefined), undefined)).equals(text)).toBe(true);
  const sealed = await seal(text, PASSPHRASE);
  expect((await open(sealed, PASSPHRASE)).equals(text)).toBe(true);
  expect(sealed.includes("a word")).toBe(false);
  expect(sealed.toString("latin1")).toMatch(/^patchbay-backup \{"format":1,"cipher":"aes-256-gcm","key":"passphrase"/);
});

it("two backups of the same content with the same passphrase have nothing in common", async () => {
  const [first, second] = [await seal(CONTENT, KEY), await seal(CONTENT, KEY)];
  const body = (sealed: Buffer) => sealed.subarray(sealed.indexOf("\n") + 1);
  expect(body(first).subarray(0, 32).equals(body(second).subarray(0, 32))).toBe(false);
});

it("opens with a key of 32 bytes, and with no other", async () => {
  const sealed = await seal(CONTENT, KEY);
  expect((await open(sealed, KEY)).equals(CONTENT)).toBe(true);
  await expect(open(sealed, { kind: "key", bytes: randomBytes(32) })).rejects.toThrow(/^The key is not the one/);
  await expect(open(sealed, PASSPHRASE)).rejects.toThrow(
    /^This backup is encrypted with a key file, not with a passphrase/,
  );
  await expect(open(sealed, undefined)).rejects.toThrow(/^This backup is encrypted with a key file: name/);
});

it("refuses another passphrase in a sentence", async () => {
  const sealed = await seal(CONTENT, PASSPHRASE);
  await expect(open(sealed, { kind: "passphrase", text: "another" })).rejects.toThrow(/^The passphrase is not the one/);
  await expect(open(sealed, undefined)).rejects.toThrow(/PATCHBAY_BACKUP_PASSPHRASE/);
});

const CHUNK = 65_552;

it("notices each flipped bit, each cut, and chunks that were moved, repeated or left out", async () => {
  const sealed = await seal(CONTENT, KEY);
  const start = sealed.indexOf("\n") + 1;
  const [header, body] = [sealed.subarray(0, start), sealed.subarray(start)];
  const withBody = (...parts: Buffer[]) => open(Buffer.concat([header, ...parts]), KEY);
  for (const place of [0, 65_540, CHUNK, body.length - 1]) {
    const changed = Buffer.from(body);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await expect(withBody(changed)).rejects.toThrow(/^The backup is (damaged|cut off)/);
  }
  for (const length of [0, 10, CHUNK - 1, CHUNK, 2 * CHUNK, body.length - 1])
    await expect(withBody(body.subarray(0, length)), String(length)).rejects.toThrow(
      /^The backup is (damaged|cut off)/,
    );
  await expect(withBody(body.subarray(0, 2 * CHUNK))).rejects.toThrow(/^The backup is cut off/);
  const [first, second, rest] = [body.subarray(0, CHUNK), body.subarray(CHUNK, 2 * CHUNK), body.subarray(2 * CHUNK)];
  await expect(withBody(second, first, rest)).rejects.toThrow(/^The backup is damaged/);
  await expect(withBody(first, first, second, rest)).rejects.toThrow(/^The backup is damaged/);
  await expect(withBody(first, rest)).rejects.toThrow(/^The backup is damaged/);
  await expect(withBody(body, first)).rejects.toThrow(/^The backup is/);
});

it("a changed header opens nothing, and one that asks for too much memory is not tried", async () => {
  const sealed = await seal(CONTENT, PASSPHRASE);
  const text = sealed.toString("latin1");
  const change = (from: string, to: string) => open(Buffer.from(text.replace(from, to), "latin1"), PASSPHRASE);
  await expect(change('"N":65536', '"N":32768')).rejects.toThrow(/^The passphrase is not the one/);
  for (const [N, r, p] of [
    [4_294_967_296, 8, 1],
    [1_048_576, 8, 1],
    [131_072, 8, 2],
    [65_537, 8, 1],
  ])
    await expect(change('"N":65536,"r":8,"p":1', `"N":${N},"r":${r},"p":${p}`), `${N}`).rejects.toThrow(
      /^The first line of this backup is damaged/,
    );
  await expect(change('"format":1', '"format":2')).rejects.toThrow(/newer version/);
});

it("refuses a file that is no backup, an empty one, and a plain one that is cut off", async () => {
  await expect(open(Buffer.from("hello\n".repeat(1000)), KEY)).rejects.toThrow(/^This is not a backup/);
  await expect(open(Buffer.alloc(0), KEY)).rejects.toThrow(/^This is not a backup/);
  const plain = await seal(CONTENT, undefined);
  await expect(open(plain.subarray(0, 1000), undefined)).rejects.toThrow(/^The backup is cut off/);
  plain[5000] = (plain[5000] ?? 0) ^ 0xff;
  await expect(open(plain, undefined)).rejects.toThrow(/^The backup is (damaged|cut off)/);
});
