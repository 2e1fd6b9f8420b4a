/** Stores compiled rows as the next version of a project's own toolkit, with the source that they came from. */
import type { OwnToolkitRows } from "@/lib/catalog/load/own-toolkit-rows";
import { inOwnToolkitTurn, storeOwnToolkit, type StoredToolkit } from "@/lib/catalog/load/store-own-toolkit";
import { forgetSearch } from "@/lib/catalog/read/search-tools";
import type { Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { assertAddressesStay } from "./assert-addresses-stay";
import type { Summary } from "./contract";
import { makeRoom } from "./make-room";
import { unknownOwnToolkit } from "./own-toolkit-row";

export type VersionFacts = {
  /** The revision of the draft that was compiled; it must still be the latest. */
  revision: number;
  /** The document, compressed by gzip; null if it comes from a server. */
  source: Uint8Array<ArrayBuffer> | null;
  settings: object;
  summary: Summary;
  /** The person or the key that publishes. */
  createdBy: string | null;
};

export const changedMeanwhile = (slug: string): ApiError =>
  new ApiError("Conflict", `Someone changed the draft of ${slug} in the meantime.`, {
    suggestedFix: "Look at the changed draft, then publish it.",
    headers: { "x-should-retry": "false" },
  });

/** Deletes the sources of versions whose tools the catalog no longer keeps. */
const pruneVersions = async (
  tx: Prisma.TransactionClient,
  projectId: string,
  { slug, versions }: StoredToolkit,
): Promise<void> =>
  void (await tx.ownToolkitVersion.deleteMany({ where: { projectId, slug, version: { notIn: versions } } }));

/**
 * Publishes a version: tools and source become visible together. The same content as the latest version's makes none.
 * Where the project has no room, the oldest versions of the toolkit are deleted.
 * @throws ApiError NotFound for an unknown toolkit, Conflict if its draft is of another revision, the project has too
 *   many tools, or stored credentials would go to another address, Unprocessable for too many tools of one toolkit
 */
export async function publishRows(
  projectId: string,
  rows: OwnToolkitRows,
  { revision, source, settings, summary, createdBy }: VersionFacts,
): Promise<StoredToolkit> {
  const { slug, name } = rows.facts;
  const key = { projectId, slug };
  await assertAddressesStay(projectId, slug, rows.facts);
  const result = await inOwnToolkitTurn(projectId, async (tx) => {
    const row = await tx.ownToolkit.findUnique({ where: { projectId_slug: key }, select: { revision: true } });
    if (!row) throw unknownOwnToolkit(slug);
    if (row.revision !== revision) throw changedMeanwhile(slug);
    const latest = await storeOwnToolkit(tx, projectId, rows);
    const facts = { source, settings, facts: rows.facts, hash: rows.hash, summary, createdBy };
    if (latest.changed)
      await tx.ownToolkitVersion.create({ data: { ...key, version: latest.version, ...facts, createdAt: now() } });
    await pruneVersions(tx, projectId, latest);
    await tx.ownToolkit.update({
      where: { projectId_slug: key },
      data: { name, state: "published", version: latest.version, summary, updatedAt: now() },
    });
    const deleted = await makeRoom(tx, projectId, slug);
    return { ...latest, versions: latest.versions.filter((version) => !deleted.includes(version)) };
  });
  forgetSearch();
  return result;
}
