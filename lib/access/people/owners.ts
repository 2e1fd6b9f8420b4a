/** Organizations and their people: the first owner, and the organizations of a person. */
import { now } from "@/lib/kernel/time/clock";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { UNNAMED_ORGANIZATION, UNNAMED_PROJECT } from "../projects/constants";
import { createProjectIn } from "../projects/projects";

export type NewOwner = {
  email: string;
  passwordHash: string;
  name?: string | undefined;
  organizationName?: string | undefined;
  projectName?: string | undefined;
};

export type Owned = { userId: string; organizationId: string; projectId: string };

/** Whether anybody owns an organization on this server. */
export const hasOwner = async (tx: Pick<Db, "member"> = db): Promise<boolean> =>
  (await tx.member.count({ where: { role: "owner" }, take: 1 })) > 0;

/** The name of the first project. End users read it when they connect, and know the name of an organization. */
const nameOfFirst = ({ projectName, organizationName }: { projectName?: string; organizationName?: string }): string =>
  projectName ?? organizationName ?? UNNAMED_PROJECT;

/**
 * Makes a person, an organization that they own and its first project, inside the caller's transaction.
 * @throws ApiError Conflict when the email has an account
 */
export async function createOwner(tx: Db, owner: NewOwner): Promise<Owned> {
  const userId = newId("user");
  const organizationId = newId("organization");
  try {
    await tx.user.create({
      data: {
        id: userId,
        email: owner.email,
        name: owner.name ?? null,
        passwordHash: owner.passwordHash,
        emailVerified: now(), // by the operator, who made this account
        createdAt: now(),
      },
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new ApiError("Conflict", `${owner.email} already has an account.`, {
        suggestedFix: "Sign in at /login.",
        cause: error,
      });
    throw error;
  }
  await tx.organization.create({
    data: { id: organizationId, name: owner.organizationName ?? UNNAMED_ORGANIZATION, createdAt: now() },
  });
  await tx.member.create({ data: { organizationId, userId, role: "owner", createdAt: now() } });
  const { id: projectId } = await createProjectIn(tx, organizationId, nameOfFirst(owner));
  return { userId, organizationId, projectId };
}

export type SignInFacts = {
  user: { id: string; email: string; name: string | null };
  organizations: { id: string; name: string; role: string }[];
  projects: { id: string; name: string; organizationId: string }[];
};

/**
 * A person, their organizations and the projects in them, oldest first.
 * @param organizationId the only organization that is shown, for a sign-in that is confined to it
 * @param closed organizations that are not shown, because the sign-in does not open them
 * @throws ApiError Unauthorized for a person whose account was deleted
 */
export async function requireSignInFacts(
  userId: string,
  organizationId?: string,
  closed: readonly string[] = [],
): Promise<SignInFacts> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      name: true,
      members: {
        where: {
          organizationId: { notIn: [...closed], ...(organizationId !== undefined && { equals: organizationId }) },
        },
        orderBy: { createdAt: "asc" },
        select: {
          role: true,
          organization: {
            select: {
              id: true,
              name: true,
              projects: {
                where: { deletedAt: null },
                orderBy: [{ createdAt: "asc" }, { id: "asc" }],
                select: { id: true, name: true, organizationId: true },
              },
            },
          },
        },
      },
    },
  });
  if (!user)
    throw new ApiError("Unauthorized", "Your account was deleted.", {
      suggestedFix: "Sign in at /login with another account.",
    });
  const { members, ...person } = user;
  return {
    user: person,
    organizations: members.map(({ role, organization: { id, name } }) => ({ id, name, role })),
    projects: members.flatMap(({ organization }) => organization.projects),
  };
}
