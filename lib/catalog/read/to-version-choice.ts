/** Which toolkit versions a request means, and the header that says where another one had to be used. */
import { missingWords, PINNED, type MissingVersion, type ToolkitVersions, type VersionChoice } from "./resolve-version";

/** What a project says of versions: a part of its settings. */
type Asking = { settings: { versionsAsOf?: string; strictVersions?: true } };

/** Without a version, v3 means the project's own versions and v3.1 the latest. */
export const toVersionChoice = (
  { settings }: Asking,
  { apiVersion }: { apiVersion: "v3" | "v3.1" },
  asked?: ToolkitVersions | null,
): VersionChoice => ({
  asked: asked ?? undefined,
  omitted: apiVersion === "v3" ? PINNED : "latest",
  asOf: settings.versionsAsOf,
  strict: settings.strictVersions,
});

const MAX_NAMED = 5;

type Answer = { set: (name: string, value: string) => void };

/** Sets the header `warning` (RFC 9111 5.5 has its form), unless there is nothing to say. */
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

/** Says which versions were asked for in vain. */
export function warnOfMissing(answer: Answer, missing: readonly MissingVersion[]): void {
  const more = missing.length > MAX_NAMED ? [`And ${missing.length - MAX_NAMED} more toolkits.`] : [];
  warn(answer, [...missing.slice(0, MAX_NAMED).map(missingWords), ...more]);
}
