/** Archives that nobody wrote with this product are refused before anything obeys them. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { pack, type Header } from "tar-stream";
import { expect, it } from "vitest";
import { readArchive, type Receiver } from "./read-archive";

type Entry = [name: string, text: string, type?: Header["type"]];

const ABOUT = {
  format: 1,
  id: "an id",
  version: "1.0.0",
  made_at: "2026-11-27T08:00:00.000Z",
  postgres: "18",
  migrations: [],
  secret_check: null,
  key_ids: [],
  tables: [{ name: "project", columns: ["id"] }],
};
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const NO_BYTES = { rows: 0, bytes: 0, sha256: sha256("") };
const MANIFEST = {
  id: "an id",
  tables: [],
  jobs: NO_BYTES,
  sequences: [],
  files: { count: 0, bytes: 0, sha256: sha256(""), missing: 0 },
};
const about = (facts: object = {}): Entry => ["about.json", JSON.stringify({ ...ABOUT, ...facts })];
const end: Entry = ["manifest.json", JSON.stringify(MANIFEST)];

/** Reads a plain archive with these entries. */
async function read(entries: readonly Entry[], receiver: Receiver = {}) {
  const tar = pack();
  for (const [name, text, type = "file"] of entries)
    tar.entry({ name, type, ...(type === "symlink" && { linkname: "/etc/passwd" }) }, text);
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield gzipSync(Buffer.concat(chunks));
  };
  return readArchive(bytes(), undefined, receiver);
}

it("reads the smallest archive", async () => {
  expect(await read([about(), end])).toMatchObject({ about: { id: "an id" } });
});

it.each<[string, Entry[], RegExp]>([
  ["a second beginning", [about(), about(), end], /it begins twice/],
  ["a link", [about(), ["files/p/t/T/request/a", "", "symlink"], end], /an entry that is no file/],
  ["a folder", [about(), ["files/p/t/T/request/a", "", "directory"], end], /an entry that is no file/],
  ["rows that its end does not name", [about(), ["tables/project/000000", "p\n"], end], /its end does not name/],
  ["a text with an escape sequence", [about({ version: "\u001b]0;owned\u0007" }), end], /about\.json .* is damaged/],
  ["an unknown entry", [about(), ["\u001b[2J", "x"], end], /^[^\u001b]*it has an unknown entry/],
])("refuses %s", async (_, entries, sentence) => {
  await expect(read(entries)).rejects.toThrow(sentence);
});

it.each(["../../etc/cron.d/x", "/etc/x", "p/t/T/request/..", "patchbay-2026-11-27T08-41-00Z.backup", "p/t"])(
  "stores no content under the name %s",
  async (key) => {
    const keys: string[] = [];
    const receiver: Receiver = { file: async (name) => void keys.push(name) };
    await expect(read([about(), [`files/${key}`, "x"], end], receiver)).rejects.toThrow(/a file whose name is not/);
    expect(keys).toEqual([]);
  },
);

it("remembers a bounded number of files without their sums", async () => {
  const files = Array.from({ length: 1001 }, (_, index): Entry => [`files/p/t/T/request/${index}`, ""]);
  await expect(read([about(), ...files, end])).rejects.toThrow(/files without their sums/);
});

it("passes on no rows that belong to the server itself, such as files to be deleted as old backups", async () => {
  const tables = [{ name: "backup_run", columns: ["place"] }, ...ABOUT.tables];
  const sums = tables.map(({ name }) => ({ name, rows: 1, bytes: 2, sha256: sha256("x\n") }));
  const entries: Entry[] = tables.map(({ name }) => [`tables/${name}/000000`, "x\n"]);
  const names: string[] = [];
  const tablePart: Receiver["tablePart"] = async (name, body) => {
    names.push(name);
    for await (const _ of body);
  };
  await read([about({ tables }), ...entries, ["manifest.json", JSON.stringify({ ...MANIFEST, tables: sums })]], {
    tablePart,
  });
  expect(names).toEqual(["project"]);
});
