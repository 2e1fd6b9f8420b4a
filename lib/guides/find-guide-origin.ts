/** Where the text of a guide comes from: the day of its last change, and the page on which readers can change it. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { env } from "@/lib/kernel/process/env";
import type { Guide } from "@/lib/contract/guides";

/** `changed` is a day such as 2026-11-29. Both are absent if they are not known. */
export type GuideOrigin = { changed?: string; editUrl?: string };

const Dates = z.record(z.string(), z.strictObject({ day: z.iso.date(), hash: z.hex() }));

const fileOf = (...parts: string[]): string => path.join(/* turbopackIgnore: true */ process.cwd(), ...parts);

/** Written by scripts/build/guide-dates.mjs; a server that was started in another way has none. */
const readDates = memoize(async (): Promise<z.infer<typeof Dates>> => {
  try {
    return Dates.parse(JSON.parse(await readFile(fileOf("dist", "guide-dates.json"), "utf8")));
  } catch {
    return {};
  }
});

/** The hash by which Git names this content, by the algorithm of another hash. */
const hashLike = (content: Buffer, other: string): string =>
  createHash(other.length === 64 ? "sha256" : "sha1")
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest("hex");

/** The day of the last change; undefined if the text has changed since. */
async function findDay(file: string): Promise<string | undefined> {
  const row = (await readDates())[file];
  if (!row) return undefined;
  return hashLike(await readFile(fileOf("docs", file)), row.hash) === row.hash ? row.day : undefined;
}

export async function findGuideOrigin({ file }: Guide): Promise<GuideOrigin> {
  const [{ docsEditUrl }, changed] = [env(), await findDay(file)];
  return { ...(changed && { changed }), ...(docsEditUrl && { editUrl: `${docsEditUrl}/${file}` }) };
}
