/**
 * The most used toolkits stand for what their providers offer now. A description that is older than 18 months counts as
 * outdated, unless somebody held its tools against the provider's reference since then. Ages are counted from the
 * newest day that any toolkit names: a release compiles in the same way whenever somebody compiles it.
 */
import { CatalogSourceError } from "../../catalog-source-error";
import { basisOf, type Basis, type CurrentFile } from "../sources/basis";

const MONTHS = 18;
const CURRENT_FILE = "toolkits/current.yaml";

export type DatedToolkit = { slug: string; file: { version: string; basis?: Basis | undefined } };

/** The last day on which a toolkit's tools were known to be right (`2026-11-27`). */
function lastDay({ file }: DatedToolkit): string {
  const { date, checked } = basisOf(file);
  return checked && checked > date ? checked : date;
}

function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

/** The toolkits among the most used whose description is too old, or that name no basis; in the order of use. */
export function findOutdated(toolkits: readonly DatedToolkit[], mostUsed: readonly string[]): string[] {
  const newest = toolkits.map(lastDay).reduce((a, b) => (a > b ? a : b), "");
  const oldest = newest && monthsBefore(newest, MONTHS);
  const bySlug = new Map(toolkits.map((toolkit) => [toolkit.slug, toolkit]));
  return mostUsed.filter((slug) => {
    const toolkit = bySlug.get(slug);
    return toolkit && (!toolkit.file.basis || lastDay(toolkit) < oldest);
  });
}

/**
 * Holds the most used toolkits against the list of those that may be outdated.
 * @throws CatalogSourceError if another is outdated, or if one of the list is no longer
 */
export function refuseOutdated(toolkits: readonly DatedToolkit[], current: CurrentFile): void {
  const slugs = new Set(toolkits.map(({ slug }) => slug));
  const stranger = current.toolkits.find((slug) => !slugs.has(slug));
  if (stranger !== undefined) throw new CatalogSourceError(CURRENT_FILE, stranger, "there is no such toolkit");
  const outdated = findOutdated(toolkits, current.toolkits);
  const another = outdated.find((slug) => !current.outdated.includes(slug));
  if (another !== undefined)
    throw new CatalogSourceError(
      `toolkits/${another}/toolkit.yaml`,
      "basis",
      `the description is older than ${MONTHS} months: take a current one, or hold its tools against the provider's ` +
        "reference and write the day into basis.checked",
    );
  const mended = current.outdated.find((slug) => !outdated.includes(slug));
  if (mended !== undefined)
    throw new CatalogSourceError(CURRENT_FILE, `outdated.${mended}`, "it is current now: remove it from this list");
}
