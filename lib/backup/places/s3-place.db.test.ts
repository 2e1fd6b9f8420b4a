/** Backups in a bucket: a real S3 server on loopback. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { refuse, startS3, type S3Front } from "@/test/servers/s3-front";
import { createBackup } from "../create-backup";
import { readArchive } from "../archive/read-archive";
import { findPlace } from "./find-place";

let front: S3Front;
const KEY = { kind: "key", bytes: Buffer.alloc(32, 3) } as const;

beforeAll(async () => {
  front = await startS3();
});
afterAll(() => front.stop());

async function* bytesOf(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= 1_000_000) yield randomBytes(Math.min(left, 1_000_000));
}

const readAll = async (bytes: AsyncIterable<Uint8Array>): Promise<number> => {
  let size = 0;
  for await (const chunk of bytes) size += chunk.byteLength;
  return size;
};

it("writes a backup to a bucket, reads it back, and refuses to write over it", async () => {
  expect(env().files.s3).toBeUndefined();
  const place = await findPlace("s3://backups/weekly/one.backup");
  const report = await createBackup({ place, key: KEY, verify: true });
  expect(report).toMatchObject({ name: "s3://backups/weekly/one.backup", verified: true });
  expect((await readArchive(place.read(), KEY)).about.id).toBe(report.id);
  await expect(createBackup({ place, key: KEY, verify: true })).rejects.toThrow(
    /is there already: name another object/,
  );
  await place.remove();
  await expect(readAll(place.read())).rejects.toThrow(/has no such object/);
});

it("sends a large backup in parts, and leaves nothing of an upload that breaks off", async () => {
  const place = await findPlace("s3://backups/large.backup");
  front.requests = [];
  await place.write(bytesOf(20_000_000), Promise.resolve());
  expect(front.requests.filter((line) => line.includes("partNumber="))).toHaveLength(3);
  expect(await readAll(place.read())).toBe(20_000_000);
  const broken = await findPlace("s3://backups/broken.backup");
  front.interfere = (line, _, response) => /partNumber=2/.test(line) && refuse(response, 400, "BadDigest");
  front.requests = [];
  await expect(broken.write(bytesOf(20_000_000), Promise.resolve())).rejects.toThrow();
  front.interfere = () => false;
  expect(front.requests.at(-1)).toMatch(/^DELETE \/backups\/broken\.backup\?uploadId=ID/);
  await expect(readAll(broken.read())).rejects.toThrow(/has no such object/);
  const failing = await findPlace("s3://backups/failing.backup");
  const entries = Promise.reject(new Error("the database ended"));
  // The write looks at it only after it has sent all parts.
  entries.catch(() => undefined);
  await expect(failing.write(bytesOf(1000), entries)).rejects.toThrow("the database ended");
  await expect(readAll(failing.read())).rejects.toThrow(/has no such object/);
});

it("says in a sentence that a bucket is not there, and what an address lacks", async () => {
  const place = await findPlace("s3://nowhere/one.backup");
  await expect(place.write(bytesOf(10), Promise.resolve())).rejects.toThrow(
    /^s3:\/\/nowhere\/one\.backup: the storage has no such/,
  );
  await expect(findPlace("s3://backups")).rejects.toThrow(/write s3:\/\/bucket\/key/);
});
