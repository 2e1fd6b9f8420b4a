/** Resolves the filter by actor, which takes names and emails too. */
import { db } from "@/lib/kernel/database/db";

/** Most actors that one name stands for. */
const MAX_SAME_NAME = 50;

/** The ids that a filter by actor means: the text itself, and members and keys with this name or email. */
export async function findActorIds(organizationId: string, text: string): Promise<string[]> {
  const same = { equals: text, mode: "insensitive" } as const;
  const [members, keys] = await Promise.all([
    db.member.findMany({
      where: { organizationId, user: { OR: [{ email: same }, { name: same }] } },
      select: { userId: true },
      take: MAX_SAME_NAME,
    }),
    db.apiKey.findMany({ where: { organizationId, name: text }, select: { id: true }, take: MAX_SAME_NAME }),
  ]);
  return [text, ...members.map(({ userId }) => userId), ...keys.map(({ id }) => id)];
}
