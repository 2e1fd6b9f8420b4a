/** Owners with a project each, for integration tests. */
import { createOwner, type Owned } from "@/lib/access/people/owners";
import { sealSignIn } from "@/lib/access/sign-in/sign-in-caller";
import { startSignIn } from "@/lib/access/sign-in/sign-in-rows";
import { db } from "@/lib/kernel/database/db";
import { queryRows } from "@/test/setup/query-rows";

export const PASSWORD = "a sentence for tests";

/**
 * Of PASSWORD. Each hash carries its own strength: a check of this hash takes a hundredth of the usual time, and nearly
 * every file of tests has an owner.
 */
const PASSWORD_HASH = "scrypt$1024$8$1$c2FsdCBvZiB0aGUgdGVzdHM$sVErGP66snWXJPAUE8sgKVc7qBofNvBHCo-RxHjYte0";

let count = 0;

/** A new person, their organization and its first project. */
export async function createTestOwner(email = `owner${++count}@example.com`): Promise<Owned & { email: string }> {
  const owner = { email, passwordHash: PASSWORD_HASH };
  return { email, ...(await db.$transaction((tx) => createOwner(tx, owner))) };
}

/** The Cookie header of a new session of a person. */
export async function sessionCookie(userId: string, email: string | null = null): Promise<string> {
  const [user] = await queryRows<{ session_version: number }>(
    "test.session-version",
    "SELECT session_version FROM app_user WHERE id = $1",
    [userId],
  );
  const sessionId = await startSignIn(userId, user?.session_version ?? 0);
  if (!sessionId) throw new Error(`${userId} got no session`);
  return `next-auth.session-token=${await sealSignIn({ sub: userId, sessionId, name: null, email })}`;
}

/** Asks until the wanted answer comes. Without a limit of its own: how long that takes is the machine's affair. */
export async function soon<T>(ask: () => Promise<T>, isExpected: (answer: T) => boolean): Promise<void> {
  while (!isExpected(await ask())) await new Promise((resolve) => setTimeout(resolve, 5));
}
