/** Finds the place that an operator names: a file, a folder, or an object of a bucket. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { now } from "@/lib/kernel/time/clock";
import { env } from "@/lib/kernel/process/env";
import { BackupProblem } from "../backup-problem";
import { filePlace, type Place } from "./place";
import { s3Place } from "./s3-place";

/** The name of a new backup, which sorts by its time: `patchbay-2026-11-27T08-41-00Z.backup`. */
export const newName = (): string =>
  `patchbay-${now()
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-")}.backup`;

const isFolder = (name: string): Promise<boolean> =>
  stat(name).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

/** The place of the given name, in the folder or below the prefix that `base` names. */
export const placeBelow = (base: string, name: string): Promise<Place> =>
  findPlace(base.startsWith("s3://") ? `${base.replace(/\/+$/, "")}/${name}` : path.join(base, name));

/**
 * @param text a file, a folder in which a new file is named by the time, or `s3://bucket/key`; a key that ends with a
 *   slash is a folder
 * @throws BackupProblem for an address of a bucket without a key
 */
export async function findPlace(text: string): Promise<Place> {
  if (text.startsWith("s3://")) {
    const [, bucket, key] = /^s3:\/\/([^/]+)\/(.*)$/.exec(text) ?? [];
    if (!bucket || key === undefined)
      throw new BackupProblem(`${text} is not the URL of an object: write s3://bucket/key.`);
    return s3Place(env().s3Access, bucket, key === "" || key.endsWith("/") ? key + newName() : key);
  }
  if (text.endsWith("/") || (await isFolder(text))) return filePlace(path.resolve(text, newName()));
  return filePlace(path.resolve(text));
}
