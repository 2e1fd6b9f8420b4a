/** Makes what a script needs to begin: a person, a project and a fresh key. Run again, it finds them. */
import { randomBytes } from "node:crypto";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { createApiKey } from "./keys/api-keys";
import { announceChange } from "./announce-change";
import { Email } from "./people/profile.contract";
import { createOwner, type Owned } from "./people/owners";
import { hashPassword } from "./sign-in/passwords";
import { createProjectIn } from "./projects/projects";
import { endAccessOf } from "./sign-in/end-access-of";
import { dayFactorTry, forgetFailures } from "./sign-in/sign-in-tries";
import { lockSetup } from "./sign-in/setup";

export type Provision = { email: string; projectName: string; resetPassword: boolean };

export type Provisioned = {
  email: string;
  /** Clear text when it was made now; null when the person had one before. */
  password: string | null;
  organizationId: string;
  projectId: string;
  apiKey: string;
};

/** 144 random bits; the dashes make it easier to read aloud. */
const newPassword = (): string =>
  (
    randomBytes(18)
      .toString("hex")
      .match(/.{1,6}/g) ?? []
  ).join("-");

async function findOwned(tx: Db, email: string, projectName: string): Promise<Owned | null> {
  const user = await tx.user.findUnique({
    where: { email },
    select: { id: true, members: { orderBy: { createdAt: "asc" }, take: 1, select: { organizationId: true } } },
  });
  if (!user) return null;
  const organizationId = user.members[0]?.organizationId;
  if (!organizationId)
    throw new ApiError("Conflict", `${email} has an account but belongs to no organization.`, {
      suggestedFix: "Use another email.",
    });
  const project = await tx.project.findFirst({
    where: { organizationId, name: projectName },
    select: { id: true },
  });
  if (project) return { userId: user.id, organizationId, projectId: project.id };
  const newProject = await createProjectIn(tx, organizationId, projectName);
  await announceChange(tx, "callers");
  return { userId: user.id, organizationId, projectId: newProject.id };
}

/** A new password ends every session and every key of the person. */
async function replacePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash } });
  await endAccessOf(tx, userId);
}

/**
 * Finds or makes the owner, the organization and the project, and makes a key named "provisioned".
 * @throws ZodError for an invalid email, ApiError Conflict for a person who belongs to no organization
 */
export async function provision({ email: rawEmail, projectName, resetPassword }: Provision): Promise<Provisioned> {
  const email = Email.parse(rawEmail);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const owned = await db.$transaction(async (tx) => {
    await lockSetup(tx);
    const existingOwner = await findOwned(tx, email, projectName);
    if (!existingOwner) return { ...(await createOwner(tx, { email, passwordHash, projectName })), fresh: true };
    if (resetPassword) await replacePassword(tx, existingOwner.userId, passwordHash);
    return { ...existingOwner, fresh: resetPassword };
  });
  if (resetPassword) await forgetFailures(dayFactorTry(owned.userId));
  const { key } = await createApiKey(owned.projectId, { name: "provisioned", createdBy: owned.userId });
  return {
    email,
    password: owned.fresh ? password : null,
    organizationId: owned.organizationId,
    projectId: owned.projectId,
    apiKey: key,
  };
}
