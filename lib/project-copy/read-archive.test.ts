/** Archives that nobody exported are refused before anything of them is used, in a sentence with the fix. */
import { gzipSync } from "node:zlib";
import { pack, type Header } from "tar-stream";
import { expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { readArchive } from "./read-archive";
import { writeArchive } from "./write-archive";

type Entry = [name: string, content?: unknown, more?: Partial<Header>];

async function toTar(entries: Iterable<Entry>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content = "", more] of entries)
    tar.entry({ name, ...more }, typeof content === "string" ? content : JSON.stringify(content));
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const toArchive = async (entries: Iterable<Entry>): Promise<Buffer> => gzipSync(await toTar(entries));

/** All sentences of the refusal. */
async function refusalOf(archive: Buffer): Promise<string> {
  const error: unknown = await readArchive(archive).then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  expect([error.kind, error.message]).toEqual(["Unprocessable", expect.stringMatching(/Nothing was changed\.$/)]);
  return [...(error.details.errors ?? []), error.details.suggestedFix].join("\n");
}

const SERVERS = "mcp-servers.json";
const EMPTY = { format: 1, kind: "mcp_servers", items: [] };
const SERVER = {
  from: "s",
  name: "Server",
  auth_configs: [],
  toolkits: [],
  allowed_tools: [],
  managed_auth: false,
  tools: {},
};
const withServer = (facts: object) => ({ ...EMPTY, items: [{ ...SERVER, ...facts }] });

it("reads what was written, and what tar makes of a folder", async () => {
  const files = { [SERVERS]: { ...EMPTY, format: 1 as const, kind: "mcp_servers" as const, items: [SERVER] } };
  expect(await readArchive(await writeArchive(files))).toEqual(files);
  const byTar = await toArchive([
    ["./", "", { type: "directory" }],
    [`./${SERVERS}`, EMPTY],
  ]);
  expect(await readArchive(byTar)).toEqual({ [SERVERS]: EMPTY });
});

it.each([
  "../mcp-servers.json",
  "/etc/mcp-servers.json",
  "./../../mcp-servers.json",
  "folder/mcp-servers.json",
  "mcp-servers.json/../../x",
  "C:\\mcp-servers.json",
  "__proto__",
  "mcp-server.json",
  "\u001b[2J",
])("refuses an entry named %j", async (name) => {
  const text = await refusalOf(await toArchive([[name, EMPTY]]));
  expect(text).toMatch(/is none of the files of a project/);
  expect(text).not.toContain("\u001b");
});

it.each(["symlink", "link", "character-device", "fifo", "directory"] as const)("refuses a %s", async (type) => {
  const entry: Entry = [SERVERS, "", { type, ...(type.endsWith("link") && { linkname: "/etc/passwd" }) }];
  expect(await refusalOf(await toArchive([entry]))).toMatch(
    new RegExp(`"mcp-servers.json/?" is no file but a ${type}`),
  );
});

it.each([
  [
    "a file twice",
    [
      [SERVERS, EMPTY],
      [SERVERS, EMPTY],
    ],
    /has mcp-servers\.json twice/,
  ],
  ["no files", [], /has no files/],
  ["no JSON", [[SERVERS, "{,}"]], /^mcp-servers\.json: it is not JSON/],
  ["another kind", [[SERVERS, { ...EMPTY, kind: "triggers" }]], /^mcp-servers\.json: kind: expected "mcp_servers"/],
  ["a newer format", [[SERVERS, { ...EMPTY, format: 2 }]], /^mcp-servers\.json: format: expected 1/],
  ["an unknown field", [[SERVERS, withServer({ toolkit: [] })]], /items\.0\.toolkit: is not a field here/],
  ["a wrong type", [[SERVERS, withServer({ name: 7 })]], /items\.0\.name: expected string, not number/],
  ["a list", [[SERVERS, []]], /^mcp-servers\.json: the file: expected object, not array/],
  ["levels", [[SERVERS, `${"[".repeat(100)}${"]".repeat(100)}`]], /more values or levels than any export/],
  ["many values", [[SERVERS, `[${"0,".repeat(500_000)}0]`]], /more values or levels than any export/],
  ["too many items", [[SERVERS, { ...EMPTY, items: Array(1_001).fill(SERVER) }]], /items: expected at most 1000 items/],
  ["U+0000", [[SERVERS, withServer({ from: "a\0b" })]], /a character that cannot be stored/],
  [
    "half of a character",
    [[SERVERS, '{"format":1,"kind":"mcp_servers","items":[{"from":"\\ud800"}]}']],
    /cannot be stored/,
  ],
  ["a number of 64 bits", [[SERVERS, '{"format":12345678901234567890}']], /12345678901234567890 is not exact/],
] as [string, Entry[], RegExp][])("refuses %s", async (_, entries, sentence) => {
  expect(await refusalOf(await toArchive(entries))).toMatch(sentence);
});

it("reads a character that other programs write as two escapes", async () => {
  const text = JSON.stringify(withServer({ from: "x" })).replace('"x"', '"\\ud83d\\ude00"');
  const { [SERVERS]: file } = await readArchive(await toArchive([[SERVERS, text]]));
  expect(file?.items[0]?.from).toBe("\u{1f600}");
});

it("refuses what is no archive, one that is cut off, and a damaged one", async () => {
  const archive = await toArchive([[SERVERS, withServer({ name: "Server".repeat(3) })]]);
  const damaged = Buffer.from(archive);
  damaged.writeUInt8(damaged.readUInt8(30) ^ 0xff, 30);
  for (const bytes of [Buffer.alloc(0), Buffer.from("{}"), archive.subarray(0, archive.length - 9), damaged])
    expect(await refusalOf(bytes)).toMatch(/not a whole \.tar\.gz archive/);
});

it("stops at the bound of a bomb, and reads a million entries no further than the first few", async () => {
  const zeros = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 });
  expect(await refusalOf(zeros)).toMatch(/not a whole \.tar\.gz|more than 24 MB/);
  const large = await toArchive([[SERVERS, " ".repeat(25 * 1024 * 1024)]]);
  expect(await refusalOf(large)).toMatch(/more than 24 MB unpacked/);
  const folder = await toTar([["./", "", { type: "directory" }]]);
  // A header of 512 bytes for each, a million times; its end is missing, which is never reached.
  const block = gzipSync(Buffer.concat(Array<Buffer>(10_000).fill(folder.subarray(0, 512))));
  expect(await refusalOf(Buffer.concat(Array<Buffer>(100).fill(block)))).toMatch(/more than 50 entries/);
});
