/** Finds the caller of a request: an API key in its header, or the dashboard's session cookie. */
import { findCallerByApiKey } from "@/lib/access/api-keys";
import type { Caller } from "@/lib/access/caller";
import { findCallerBySession } from "@/lib/access/session";
import type { Operation } from "@/lib/contract/operation";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import type { Asked } from "./node-request";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Operations on the person who calls, whatever the project. */
const OF_PEOPLE = "/api/v3/internal/patchbay/profile";

/** localhost and 127.0.0.1 of one port are the same server to its operator. */
export const sameOrigin = (a: string, b: string): boolean =>
  a.replace("://127.0.0.1", "://localhost") === b.replace("://127.0.0.1", "://localhost");

/**
 * Refuses a cookie call that another site's page could have made: SameSite keeps most away, this stops the rest.
 * A browser sends Origin with every unsafe request, so a missing one is refused too.
 */
function assertOwnOrigin(request: Asked): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  const own = [new URL(env().publicUrl).origin, new URL(request.url).origin];
  if (origin && own.some((url) => sameOrigin(url, origin))) return;
  throw new ApiError(
    "Forbidden",
    "This request carries a session cookie but does not come from this server's own pages.",
    {
      suggestedFix:
        "Send an API key in the x-api-key header, or set PATCHBAY_PUBLIC_URL to the address in your browser's bar.",
    },
  );
}

/**
 * Reading answers for the person's first project where the chosen one is gone, so that the dashboard opens and shows
 * which it is; a change meant for one project must never reach another.
 */
function assertOwnProject(
  request: Asked,
  op: Pick<Operation, "path">,
  chosen: string | undefined,
  caller: Caller,
): void {
  if (!chosen || chosen === caller.projectId || SAFE_METHODS.has(request.method) || op.path.startsWith(OF_PEOPLE))
    return;
  throw new ApiError(
    "NotFound",
    "The project that you chose is gone, or you are no longer in it, so nothing changed.",
    {
      suggestedFix: "Load the page again and choose one of your projects.",
    },
  );
}

/**
 * @throws ApiError Unauthorized without a valid credential, Forbidden for a cookie from a foreign page, NotFound for a
 *   change in a project that is not the person's
 */
export async function authenticate(request: Asked, op: Pick<Operation, "auth" | "path">): Promise<Caller> {
  const key = request.headers.get("x-api-key");
  if (key && op.auth === "project") {
    const caller = await findCallerByApiKey(key);
    if (caller) return caller;
    throw new ApiError("Unauthorized", "The API key in x-api-key is unknown, expired or revoked.", {
      suggestedFix: "Create a key under Settings, API keys, and send it in the x-api-key header.",
    });
  }
  const cookie = request.headers.get("cookie");
  if (cookie && (op.auth === "project" || op.auth === "session")) {
    const chosen = request.headers.get("x-project-id") ?? undefined;
    const caller = await findCallerBySession(cookie, chosen);
    if (caller) {
      assertOwnOrigin(request);
      assertOwnProject(request, op, chosen, caller);
      return caller;
    }
  }
  throw new ApiError(
    "Unauthorized",
    op.auth === "session" ? "You are not signed in." : "This operation needs an API key.",
    {
      suggestedFix: op.auth === "session" ? "Sign in at /login." : "Send your project's key in the x-api-key header.",
    },
  );
}
