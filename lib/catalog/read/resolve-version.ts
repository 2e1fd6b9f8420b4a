/** Versions of toolkits, as clients ask for them. Pure. */
import type { CatalogToolkit } from "./catalog";

/** `latest`, `00000000_00`, one version for all toolkits, or a version by toolkit slug. */
export type ToolkitVersions = string | Record<string, string>;

/**
 * Selects the version that was the latest when the caller's project was created, or moved to the versions of a later
 * day.
 */
export const PINNED = "00000000_00";

/** Which versions a request means. */
export type VersionChoice = {
  asked?: ToolkitVersions | undefined;
  /** The version of toolkits that the request does not name; default `latest`. */
  omitted?: typeof PINNED | "latest" | undefined;
  /** The time whose latest versions `00000000_00` means. */
  asOf?: string | undefined;
  /** A version that this server does not have is refused instead of answered with the latest one. */
  strict?: boolean | undefined;
};

/** A requested version that this server does not have, and the version used in its place. */
export type MissingVersion = { name: string; asked: string; used: string };

/** How versions are written. Any other text is a mistake, and nothing stands in for it. */
const FORM = /^\d{8}_\d{2}$/;

/** Versions by toolkit in small letters. Of two spellings of a slug the first counts. */
const bySlug = new WeakMap<object, ReadonlyMap<string, string>>();

/** Built once for each request: lists resolve every toolkit, and a request can name hundreds. */
function versionsBySlug(requestedVersions: Record<string, string>): ReadonlyMap<string, string> {
  const cached = bySlug.get(requestedVersions);
  if (cached) return cached;
  const versions = new Map(
    Object.entries(requestedVersions)
      .reverse()
      .map(([slug, version]) => [slug.toLowerCase(), version]),
  );
  bySlug.set(requestedVersions, versions);
  return versions;
}

/** The choice for one toolkit: `latest`, `00000000_00` or a version. */
export function askedOf({ asked: requestedVersions, omitted = "latest" }: VersionChoice, toolkitSlug: string): string {
  if (typeof requestedVersions === "string") return requestedVersions || omitted;
  return (requestedVersions && versionsBySlug(requestedVersions).get(toolkitSlug)) || omitted;
}

/** Whether a choice means the latest version of every toolkit. */
export function isLatestOfAll({ asked: requestedVersions, omitted = "latest" }: VersionChoice): boolean {
  if (typeof requestedVersions === "string") return (requestedVersions || omitted) === "latest";
  return (
    omitted === "latest" &&
    Object.values(requestedVersions ?? {}).every((version) => version === "" || version === "latest")
  );
}

type Versions = Pick<CatalogToolkit, "slug" | "version" | "availableVersions" | "versionsSince">;

/** The latest version at that time, as long as it is kept; otherwise, and for later toolkits, the latest. */
function latestAt({ version, availableVersions, versionsSince }: Versions, time: number): string {
  const then = versionsSince.findLast(({ since }) => Date.parse(since) <= time)?.version;
  return then !== undefined && availableVersions.includes(then) ? then : version;
}

/** The version of a toolkit that a choice selects, and the missing version that it names. */
export function resolveVersion(
  toolkit: Versions,
  choice: VersionChoice,
): { version: string; missing?: MissingVersion } {
  const version = askedOf(choice, toolkit.slug);
  if (version === "latest") return { version: toolkit.version };
  // Projects from before this was recorded have no time: their toolkits begin with the version that they had then.
  if (version === PINNED) return { version: latestAt(toolkit, Date.parse(choice.asOf ?? "1970-01-01T00:00:00Z")) };
  if (toolkit.availableVersions.includes(version) || choice.strict || !FORM.test(version)) return { version };
  return { version: toolkit.version, missing: { name: toolkit.slug, asked: version, used: toolkit.version } };
}

/** The warning for a missing version. */
export const missingWords = ({ name, asked: requestedVersion, used: usedVersion }: MissingVersion): string =>
  `${name} has no version ${requestedVersion} on this server: its version ${usedVersion} was used.`;
