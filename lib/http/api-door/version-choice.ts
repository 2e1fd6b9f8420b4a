/** Which toolkit versions a request means, and the header that says where another one had to be used. */
import type { ProjectSettings } from "@/lib/access/caller";
import {
  missingWords,
  PINNED,
  type MissingVersion,
  type ToolkitVersions,
  type VersionChoice,
} from "@/lib/catalog/read/tool-version";
import type { RequestFacts } from "./define-route";

/** Without a version, v3 means the project's own versions and v3.1 the latest. */
export const toVersionChoice = (
  { settings }: { settings: ProjectSettings },
  { apiVersion }: Pick<RequestFacts, "apiVersion">,
  asked?: ToolkitVersions | null,
): VersionChoice => ({
  asked: asked ?? undefined,
  omitted: apiVersion === "v3" ? PINNED : "latest",
  asOf: settings.versionsAsOf,
  strict: settings.strictVersions,
});

const MAX_NAMED = 5;

/** Sets the header `warning` (RFC 9111 5.5 has its form) if versions were asked for in vain. */
export function warnOfMissing(answer: RequestFacts["answer"], missing: readonly MissingVersion[]): void {
  if (missing.length === 0) return;
  const more = missing.length > MAX_NAMED ? ` And ${missing.length - MAX_NAMED} more toolkits.` : "";
  const words = `${missing.slice(0, MAX_NAMED).map(missingWords).join(" ")}${more}`;
  answer.set("warning", `299 - "${words.replace(/[^ -~]|["\\]/g, "?")}"`);
}
