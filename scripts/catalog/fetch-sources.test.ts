/** Files of packages come from an archive that was downloaded before, and from npm if it is missing or broken. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { pack } from "tar-stream";
import { archivesFolder, fetchSources, sourceFile, type PinnedPackage } from "./fetch-sources";

const NAME = "@patchbay-tests/descriptions";
const VERSION = "1.2.3";
const TEXT = '{"paths":{}}';
const cache = mkdtempSync(path.join(tmpdir(), "patchbay-sources-"));
const lines: string[] = [];
let archive: Buffer;
let pinned: PinnedPackage;
const requestedUrls: string[] = [];
const integrityOf = (content: Buffer): string => `sha512-${createHash("sha512").update(content).digest("base64")}`;
const registry = createServer(({ url = "" }, response) => {
  requestedUrls.push(decodeURIComponent(url));
  if (url.endsWith(".tgz")) return void response.end(archive);
  const tarball = `${process.env.npm_config_registry}${NAME}/-/descriptions-${VERSION}.tgz`;
  const version = { name: NAME, version: VERSION, dist: { tarball, integrity: integrityOf(archive) } };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ name: NAME, "dist-tags": { latest: VERSION }, versions: { [VERSION]: version } }));
});

beforeAll(async () => {
  const files = pack();
  files.entry({ name: "package/package.json" }, JSON.stringify({ name: NAME, version: VERSION }));
  files.entry({ name: "package/api.json" }, TEXT);
  files.finalize();
  archive = gzipSync(await buffer(files));
  pinned = { package: NAME, version: VERSION, integrity: integrityOf(archive) };
  await once(registry.listen(0, "127.0.0.1"), "listening");
});
beforeEach(() => {
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
  vi.stubEnv("npm_config_cache", path.join(cache, "npm"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  lines.length = 0;
  requestedUrls.length = 0;
  rmSync(cache, { recursive: true, force: true });
});
afterAll(() => registry.close());

function storeArchive(content: Buffer): void {
  mkdirSync(archivesFolder(cache), { recursive: true });
  writeFileSync(path.join(archivesFolder(cache), `patchbay-tests-descriptions-${VERSION}.tgz`), content);
}

const fetchApi = () => fetchSources(cache, pinned, ["api.json"], (line) => void lines.push(line));
const readApi = () => readFileSync(sourceFile(cache, pinned, "api.json"), "utf8");

it("reads an archive that is there without asking the registry", async () => {
  storeArchive(archive);
  await fetchApi();
  expect(readApi()).toBe(TEXT);
  expect(requestedUrls).toEqual([]);
});

it.each([
  ["no archive is there", undefined],
  ["the archive was cut off", 40],
])("downloads it by npm if %s", async (_, bytes) => {
  if (bytes !== undefined) storeArchive(archive.subarray(0, bytes));
  await fetchApi();
  expect(readApi()).toBe(TEXT);
  expect(lines[0]).toBe(`Downloading ${NAME}@${VERSION}`);
});

it("refuses another content than the one of the list", async () => {
  archive = Buffer.concat([archive, Buffer.alloc(1)]);
  await expect(fetchApi()).rejects.toThrow(`${NAME}@${VERSION}: its hash is ${integrityOf(archive)}`);
  expect(existsSync(sourceFile(cache, pinned, "api.json"))).toBe(false);
});
