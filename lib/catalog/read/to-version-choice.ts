/** Reads which toolkit versions a request selects, and sets the header that reports a replaced version. */
import { missingWords, PINNED, type MissingVersion, type ToolkitVersions, type VersionChoice } from "./resolve-version";

/** A project's settings of versions. */
type VersionSettings = { settings: { versionsAsOf?: string; strictVersions?: true } };

/** Without a version, v3 means the project's own versions and v3.1 the latest. */
export const toVersionChoice = (
  { settings }: VersionSettings,
  { apiVersion }: { apiVersion: "v3" | "v3.1" },
  requestedVersions?: ToolkitVersions | null,
): VersionChoice => ({
  asked: requestedVersions ?? undefined,
  omitted: apiVersion === "v3" ? PINNED : "latest",
  asOf: settings.versionsAsOf,
  strict: settings.strictVersions,
});

const MAX_NAMED = 5;

type Answer = { set: (name: string, value: string) => void };

/** Sets the header `warning` (RFC 9111 5.5 defines its form), if there are sentences. */
export function warn(answer: Answer, sentences: readonly string[]): void {
  if (sentences.length === 0) return;
  // No quotes: clients that split the header at them would read half of it.
  answer.set(
    "warning",
    `299 - "${sentences
      .join(" ")
      .replaceAll('"', "'")
      .replace(/[^ -~]|\\/g, "?")}"`,
  );
}

/** The warnings for missing versions. */
export function missingSentences(missing: readonly MissingVersion[]): string[] {
  const more = missing.length > MAX_NAMED ? [`And ${missing.length - MAX_NAMED} more toolkits.`] : [];
  return [...missing.slice(0, MAX_NAMED).map(missingWords), ...more];
}

/** Warns about missing versions. */
export const warnOfMissing = (answer: Answer, missing: readonly MissingVersion[]): void =>
  warn(answer, missingSentences(missing));
