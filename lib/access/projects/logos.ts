/** The uploaded logo of a project: one at most, in a row, served from our own address. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { readLogo } from "./read-logo";
import { lockConfig, requireProject, type Project } from "./projects";

/**
 * Replaces the project's logo by an image.
 * @throws ApiError BadRequest for a file that is not an accepted image; NotFound for an unknown or deleted project
 */
export async function storeLogo(projectId: string, content: Buffer<ArrayBuffer>): Promise<Project> {
  const type = readLogo(content);
  const id = newId("logo");
  await db.$transaction(async (tx) => {
    const { logoUrl: _before, ...config } = await lockConfig(tx, projectId);
    await tx.projectLogo.deleteMany({ where: { projectId } });
    await tx.projectLogo.create({ data: { id, projectId, type, content, createdAt: now() } });
    await tx.project.update({ where: { id: projectId }, data: { config: { ...config, logoId: id } } });
    await announceChange(tx, "callers");
  });
  return requireProject(projectId);
}

/** Needs no key: the image is shown to people without an account, and whoever has the address can read it. */
export async function requireLogo(id: string): Promise<{ type: string; content: Uint8Array }> {
  const logo = await db.projectLogo.findFirst({
    where: { id, project: { deletedAt: null } },
    select: { type: true, content: true },
  });
  if (!logo) throw new ApiError("NotFound", "There is no such logo.");
  return logo;
}
