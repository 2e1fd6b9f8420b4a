/** The way of a person who has just connected an account to the page of all their connections. */
import { env } from "@/lib/kernel/process/env";
import { withParameters } from "@/lib/oauth-server/redirects";
import { findSignIn } from "@/lib/oauth-server/sign-in-settings";
import { DESTINATIONS, findEndUser } from "@/lib/sign-in-links/links";

/**
 * The page itself for a browser that is signed in as this user; else the sign-in of the project's app, which leads
 * there. Null if the project has none.
 */
export async function findConnectionsUrl(
  cookie: string | null,
  projectId: string,
  userId: string,
): Promise<string | null> {
  const user = await findEndUser(cookie);
  if (user?.projectId === projectId && user.userId === userId) return DESTINATIONS.connections;
  const signIn = await findSignIn(projectId);
  return signIn?.signInUrl
    ? withParameters(signIn.signInUrl, { return_to: env().publicUrl + DESTINATIONS.connections })
    : null;
}
