/** Decides which versions of a toolkit are kept when a new version is loaded. */
import { now } from "@/lib/kernel/time/clock";
import type { ToolkitVersionSince } from "../compiled-toolkit";

/** Each version contains all tools of its toolkit again, so the number of versions needs a limit. */
export const VERSIONS_KEPT = 10;

type Before = { available_versions: string[]; versions_since: ToolkitVersionSince[] };

/**
 * The most recent latest versions, with the time at which each became the latest, oldest first.
 * @param version the version that becomes the latest, or stays it
 */
export function keptVersions(
  version: string,
  before: Before | undefined,
): { since: ToolkitVersionSince[]; kept: string[]; dropped: string[] } {
  const entries = before?.versions_since ?? [];
  const since = entries.at(-1)?.version === version ? entries : [...entries, { version, since: now().toISOString() }];
  const available = [...new Set([version, ...(before?.available_versions ?? [])])];
  const last = (version: string): number => since.findLastIndex((entry) => entry.version === version);
  const retainedVersions = available.sort((a, b) => last(b) - last(a) || (a < b ? 1 : -1)).slice(0, VERSIONS_KEPT);
  return {
    since: since.filter((entry) => retainedVersions.includes(entry.version)).slice(-10 * VERSIONS_KEPT),
    kept: [...retainedVersions].sort().reverse(),
    dropped: available.filter((version) => !retainedVersions.includes(version)),
  };
}
