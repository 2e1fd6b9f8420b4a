/** A backup to a bucket goes on after the storage, or the network before it, was away. */
import { randomBytes, createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { refuse, startS3, type S3Front } from "@/test/servers/s3-front";
import { createBackup } from "../create-backup";
import { readArchive } from "../archive/read-archive";
import { PATIENCE, type Patience } from "./keep-trying";
import { s3Place } from "./s3-place";

/** As patient as the product, in hundredths of its time. */
const QUICK: Patience = { giveUpMs: PATIENCE.giveUpMs / 100, firstPauseMs: 10, mostPauseMs: 100, attempts: 2 };
const KEY = { kind: "key", bytes: Buffer.alloc(32, 3) } as const;
const CONTENT = randomBytes(20_000_000);
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

let front: S3Front;
beforeAll(async () => {
  front = await startS3();
});
afterAll(() => front.stop());
beforeEach(() => Object.assign(front, { requests: [], interfere: () => false, cutAfter: () => undefined }));

const place = (key: string, patience = QUICK) => s3Place(env().s3Access, "backups", key, patience);

async function* content(): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < CONTENT.length; index += 1_000_000) yield CONTENT.subarray(index, index + 1_000_000);
}
async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Interferes with the requests that match, the first `count` times. */
function first(count: number, pattern: RegExp, what: S3Front["interfere"]): void {
  let left = count;
  front.interfere = (line, incoming, response) => pattern.test(line) && left-- > 0 && what(line, incoming, response);
}

it("sends a part again that was refused more often than the client of S3 tries, and no other part", async () => {
  first(23, /partNumber=2/, (_line, _incoming, response) => refuse(response, 503, "ServiceUnavailable"));
  await place("slow.backup").write(content(), Promise.resolve());
  const parts = front.requests
    .filter((line) => line.startsWith("PUT"))
    .map((line) => /partNumber=(\d)/.exec(line)?.[1]);
  expect(parts.filter((number) => number !== "2")).toEqual(["1", "3"]);
  expect(front.requests.filter((line) => line.startsWith("POST"))).toHaveLength(2);
  expect(sha256(await readAll(place("slow.backup").read()))).toBe(sha256(CONTENT));
});

it("goes on after the network was cut in the middle of parts", async () => {
  first(12, /partNumber=[12]/, (_line, incoming) => {
    incoming.once("data", () => incoming.socket.destroy());
    return true;
  });
  await place("cut.backup").write(content(), Promise.resolve());
  expect(sha256(await readAll(place("cut.backup").read()))).toBe(sha256(CONTENT));
});

it("knows an object that was completed by a request whose answer was lost", async () => {
  front.cutAfter = (line) => (/^POST .*uploadId=ID/.test(line) && front.requests.length < 20 ? 1 : undefined);
  await place("lost.backup").write(content(), Promise.resolve());
  expect(sha256(await readAll(place("lost.backup").read()))).toBe(sha256(CONTENT));
});

it("reads on behind the last byte after a download was cut", async () => {
  await place("read.backup").write(content(), Promise.resolve());
  front.requests = [];
  let cuts = 0;
  front.cutAfter = (line) => (line.startsWith("GET") && cuts++ < 3 ? 5_000_000 : undefined);
  expect(sha256(await readAll(place("read.backup").read()))).toBe(sha256(CONTENT));
  expect(cuts).toBe(4);
});

it("makes a whole backup through an outage, and verifies it", async () => {
  first(9, /partNumber=1|^GET/, (_line, incoming) => {
    incoming.socket.destroy();
    return true;
  });
  const { id } = await createBackup({ place: place("whole.backup"), key: KEY, verify: true });
  expect((await readArchive(place("whole.backup").read(), KEY)).about.id).toBe(id);
});

it("gives up after its time, or when it is stopped, and leaves nothing", async () => {
  first(Infinity, /partNumber=/, (_line, _incoming, response) => refuse(response, 503, "ServiceUnavailable"));
  const hasty = place("hasty.backup", { ...QUICK, giveUpMs: 50 });
  await expect(hasty.write(content(), Promise.resolve())).rejects.toThrow();
  expect(front.requests.at(-1)).toMatch(/^DELETE .*uploadId=ID/);
  const stopping = new AbortController();
  const writing = place("stopped.backup").write(content(), Promise.resolve(), stopping.signal);
  setTimeout(() => stopping.abort(new Error("The server was stopped.")), 50);
  await expect(writing).rejects.toThrow("The server was stopped.");
  for (const key of ["hasty.backup", "stopped.backup"])
    await expect(readAll(place(key).read())).rejects.toThrow(/has no such object/);
});
