/** Pages of toolkits, and toolkits in full, as JSON texts. */
import type { Page } from "@/lib/kernel/database/cursor";
import { PreparedText } from "@/lib/kernel/text/prepared-text";
import type { CatalogToolkit } from "../catalog";
import { findCategories, findToolkits, requireToolkit, unknownCategories, type ToolkitFilter } from "../find-toolkits";
import { toKey } from "../to-key";
import { toToolkit, toToolkitDetail, type ManagedModes } from "../wire";
import { keepPage, preparePage } from "./keep-page";
import type { PreparedPage } from "./prepared-page";

/** Which schemes of a toolkit the operator has an app for; `state` differs whenever one of the answers does. */
export type ManagedApps = { state: string; modesOf: (toolkit: CatalogToolkit) => ManagedModes };

/** The page, read for this request. */
export async function readToolkits(
  projectId: string,
  filter: ToolkitFilter,
  managed: ManagedApps,
): Promise<{ page: Page<ReturnType<typeof toToolkit>>; warnings: string[] }> {
  const [page, categories] = await Promise.all([findToolkits(projectId, filter), findCategories()]);
  const warnings = page.total_items === 0 && filter.category ? await unknownCategories(filter.category) : [];
  const items = page.items.map((toolkit) => toToolkit(toolkit, categories, managed.modesOf(toolkit)));
  return { page: { ...page, items }, warnings };
}

/** The page from memory, or newly read. Not in the order of use, which changes with each call. */
export const prepareToolkits = (
  projectId: string,
  filter: Omit<ToolkitFilter, "uses">,
  managed: ManagedApps,
): Promise<PreparedPage> =>
  keepPage(
    projectId,
    () => toKey(["toolkits", filter, managed.state]),
    async (readerId) => {
      const { page, warnings } = await readToolkits(readerId, filter, managed);
      const items = page.items.map((item) => Buffer.from(JSON.stringify(item)));
      return preparePage({ ...page, items }, warnings);
    },
  );

async function writeDetail(toolkit: CatalogToolkit, managed: ManagedApps): Promise<PreparedPage> {
  const detail = toToolkitDetail(toolkit, await findCategories(), managed.modesOf(toolkit));
  return { begin: new PreparedText([Buffer.from(JSON.stringify(detail))]), warnings: [] };
}

/**
 * The toolkit in full: everybody's from memory, or newly written. A project's own is written each time: it was just
 * read, and this copy of the app perhaps knows nothing else of it yet.
 * @throws ApiError NotFound
 */
export async function prepareToolkit(projectId: string, slug: string, managed: ManagedApps): Promise<PreparedPage> {
  const toolkit = await requireToolkit(projectId, slug);
  if (toolkit.projectId !== null) return writeDetail(toolkit, managed);
  return keepPage(
    projectId,
    () => toKey(["toolkit", toolkit.slug, managed.state]),
    async (readerId) => writeDetail(await requireToolkit(readerId, toolkit.slug), managed),
  );
}
