/** The newest release file at the operator's place for them. Only names of files are read, and no network is used. */
import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/kernel/process/env";
import { VERSION } from "@/lib/kernel/process/version";

/** `npm run release` names its files so; versions before a release, such as 1.0.0-rc.1, are not announced. */
const RELEASE = /^patchbay-(\d{1,6}\.\d{1,6}\.\d{1,6})-([a-z0-9]+)-([a-z0-9]+)\.tgz$/;
/** More files than this at one place are not looked at. */
const MAX_FILES = 10_000;
const PLAIN = /^[\w./@:+-]+$/;

export type ReleaseNews = {
  /** The version that runs. */
  running: string;
  /** `file` is an absolute path; `command` installs it. */
  newer: { version: string; file: string; command: string } | null;
  /** A sentence, if the place cannot be read or names no release. */
  problem: string | null;
};

const inShell = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Negative if `a` is the older version. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map((part) => Number.parseInt(part, 10)));
  const difference = left?.map((part, index) => part - (right?.[index] ?? 0)).find((part) => part !== 0);
  return difference ?? 0;
}

/** The version of a release file for this machine; undefined for all other files. */
function versionOf(file: string): string | undefined {
  const [, version, platform, arch] = RELEASE.exec(path.basename(file)) ?? [];
  return platform === process.platform && arch === process.arch ? version : undefined;
}

async function listFiles(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [place];
  const files: string[] = [];
  for await (const entry of await opendir(place)) {
    files.push(path.join(place, entry.name));
    if (files.length >= MAX_FILES) break;
  }
  return files;
}

/** The newest release for this machine at the place; undefined without a release. */
async function findNewest(place: string): Promise<{ version: string; file: string } | undefined> {
  const releases = (await listFiles(place)).flatMap((file) => {
    const version = versionOf(file);
    return version === undefined ? [] : [{ version, file }];
  });
  return releases.sort((a, b) => compareVersions(b.version, a.version))[0];
}

/**
 * @param place a release file or a folder of them; none if undefined
 * @param running the version to compare with
 * @returns a newer version, or the problem with the place; both are null without a place
 */
export async function lookForRelease(place = env().releaseFile, running = VERSION): Promise<ReleaseNews> {
  const nothing: ReleaseNews = { running, newer: null, problem: null };
  if (place === undefined) return nothing;
  try {
    const newest = await findNewest(place);
    if (!newest)
      return {
        ...nothing,
        problem: `PATCHBAY_RELEASE_FILE: ${place} has no release for ${process.platform}-${process.arch}.`,
      };
    if (compareVersions(newest.version, running) <= 0) return nothing;
    return { ...nothing, newer: { ...newest, command: `npm install -g ${inShell(newest.file)}` } };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { ...nothing, problem: `PATCHBAY_RELEASE_FILE: ${place} cannot be read (${code ?? message}).` };
  }
}
