/** The uploaded logos of toolkits. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";

/** The images that are accepted, and so the only types that are served: none of them can hold a script. */
const TYPES: ReadonlySet<string | null> = new Set(["image/png", "image/jpeg"]);

/**
 * Needs no key: the image is shown to people without an account, and its ID cannot be guessed.
 * @throws ApiError NotFound for an unknown ID, and for a toolkit or project that was deleted
 */
export async function requireToolkitLogo(id: string): Promise<{ type: string; content: Uint8Array }> {
  const row = await db.ownMcpServer.findFirst({
    where: { logoId: id, toolkit: { project: { deletedAt: null } } },
    select: { logo: true, logoType: true },
  });
  if (!row?.logo || row.logoType === null || !TYPES.has(row.logoType))
    throw new ApiError("NotFound", "There is no such logo.");
  return { type: row.logoType, content: row.logo };
}
