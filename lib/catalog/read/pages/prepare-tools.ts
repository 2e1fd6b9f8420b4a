/** Pages of tools as JSON texts, with their warnings. */
import { LRUCache } from "lru-cache";
import type { Page } from "@/lib/kernel/database/cursor";
import type { Catalog } from "../catalog";
import { unknownTools } from "../find-tool";
import { unknownToolkits } from "../find-toolkits";
import { findToolTexts } from "../find-tools";
import { resolveVersion, type VersionChoice } from "../resolve-version";
import type { ToolFilter } from "../to-conditions";
import { toKey } from "../to-key";
import { missingSentences } from "../to-version-choice";
import { keepPage, preparePage, type Reader } from "./keep-page";
import type { PreparedPage } from "./prepared-page";

/** Projects mostly differ in the day of their versions. */
const MOST_CHOICES = 5_000;

/** The versions of the shared toolkits that a choice selects, as a key: on most days they are the same. */
function toVersionsKey(loaded: Catalog, versions: VersionChoice): string {
  const choices = (loaded.choices ??= new LRUCache<string, string>({ max: MOST_CHOICES }));
  const { asked: requestedVersions, omitted, asOf, strict } = versions;
  const choice =
    requestedVersions === undefined ? `${omitted} ${asOf}` : toKey([requestedVersions, omitted, asOf, strict]);
  const cachedKey = choices.get(choice);
  if (cachedKey !== undefined) return cachedKey;
  const earlier = [...loaded.toolkits.values()].flatMap((toolkit) => {
    const { version } = resolveVersion(toolkit, versions);
    return version === toolkit.version ? [] : [`${toolkit.slug} ${version}`];
  });
  const key =
    requestedVersions === undefined && earlier.length === 0 ? "" : toKey([requestedVersions, strict, earlier]);
  choices.set(choice, key);
  return key;
}

/** The toolkits and tools that a caller named; unknown names are reported. */
export type Named = { toolkits: string[] | undefined; tools: string[] | undefined };

const toFilterKey = ({ versions = {}, ...filter }: ToolFilter, named: Named, { isShared, loaded }: Reader): string =>
  toKey(["tools", filter, named, isShared ? toVersionsKey(loaded, versions) : versions]);

/** @param total the number of tools in the list */
function unknownNames(projectId: string, { tools, toolkits }: Named, total: number): Promise<string[]> | string[] {
  if (!tools) return unknownToolkits(projectId, toolkits);
  return total < tools.length ? unknownTools(projectId, tools) : [];
}

/** The page, read for this request. */
export async function readTools(
  projectId: string,
  filter: ToolFilter,
  named: Named,
): Promise<{ page: Page<Buffer>; warnings: string[] }> {
  const { page, missing } = await findToolTexts(projectId, filter);
  const warnings =
    missing.length > 0 ? missingSentences(missing) : await unknownNames(projectId, named, page.total_items);
  return { page, warnings };
}

/** The page from memory, or newly read. Not for searches, which are rarely repeated. */
export const prepareTools = (projectId: string, filter: ToolFilter, named: Named): Promise<PreparedPage> =>
  keepPage(
    projectId,
    (reader) => toFilterKey(filter, named, reader),
    async (readerId) => {
      const { page, warnings } = await readTools(readerId, filter, named);
      return preparePage(page, warnings);
    },
  );
