/** Answers of the catalog as bytes, kept until something that they depend on changes. */
import type { Page } from "@/lib/kernel/database/cursor";
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { PreparedText } from "@/lib/kernel/text/prepared-text";
import { overridesOf, type ProjectOverrides } from "../../overrides/project-overrides";
import { catalog, type Catalog } from "../catalog";
import { isEmpty, ownState, readOwnStamp } from "../own-state";
import type { PreparedPage } from "./prepared-page";

/** For each catalog; a page of 20 tools of GitHub has 90 kB. */
const LIMITS = { max: 2_000, maxSize: 32 * 1024 * 1024 };

/**
 * No project has this ID. Pages that projects share are read as this project, so that nothing of a project can get into
 * them.
 */
const NOBODY = "";

/** Whose page it is. Projects without own tools and overrides share theirs. */
export type Reader = { projectId: string; isShared: boolean; loaded: Catalog };

type State = { reader: Reader; stamp: string; overrides: ProjectOverrides };

async function readState(projectId: string): Promise<State> {
  const [loaded, ownTools, overrides] = [await catalog(), await ownState(projectId), await overridesOf(projectId)];
  const isShared = isEmpty(ownTools) && overrides.state === "";
  return { reader: { projectId: isShared ? NOBODY : projectId, isShared, loaded }, stamp: ownTools.stamp, overrides };
}

const toPageKey = ({ reader, stamp, overrides }: State, key: string): string =>
  reader.isShared ? `${NOBODY} ${key}` : `${reader.projectId} ${stamp} ${overrides.state} ${key}`;

/**
 * Whether nothing changed while a page was made. Objects are compared, because a change can have been undone. The stamp
 * is read from the database: without its newest tool, a project has an earlier stamp again, so a page with a tool that
 * another copy has just added would come back when the tool is deleted.
 */
async function isUnchanged(projectId: string, before: State): Promise<boolean> {
  const after = await readState(projectId);
  if (before.reader.loaded !== after.reader.loaded) return false;
  if (before.reader.isShared) return true;
  return before.overrides === after.overrides && before.stamp === (await readOwnStamp(projectId));
}

const JSON_BEGIN = Buffer.from('{"items":[');
const COMMA = Buffer.from(",");

/** Prepares a page whose items are JSON texts. */
export function preparePage({ items, ...rest }: Page<Buffer>, warnings: readonly string[]): PreparedPage {
  const parts = items.flatMap((item, index) => (index === 0 ? [item] : [COMMA, item]));
  return { begin: new PreparedText([JSON_BEGIN, ...parts]), rest, warnings };
}

/**
 * The page from memory, or newly made.
 * @param toKey writes everything that the page depends on besides the project's own tools and overrides
 * @param make reads the page as a project; as nobody if the page is shared
 */
export async function keepPage(
  projectId: string,
  toKey: (reader: Reader) => string,
  make: (projectId: string) => Promise<PreparedPage>,
): Promise<PreparedPage> {
  const state = await readState(projectId);
  const { reader } = state;
  const pages = (reader.loaded.pages ??= new CountedCache<string, PreparedPage>("pages", {
    ...LIMITS,
    sizeCalculation: ({ begin }) => begin.size,
  }));
  const key = toPageKey(state, toKey(reader));
  const cachedPage = pages.get(key);
  if (cachedPage) return cachedPage;
  const page = await make(reader.projectId);
  if (await isUnchanged(projectId, state)) pages.set(key, page);
  return page;
}
