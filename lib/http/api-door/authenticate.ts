/** Finds the caller of a request: by an API key, by the session cookie of the dashboard, or an anonymous visitor. */
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import { findCallerByBrowserToken, isBrowserToken } from "@/lib/access/keys/create-browser-token";
import { findCallerByOrganizationKey } from "@/lib/access/keys/find-organization-keys";
import { findCallerByUserKey, findUserByKey } from "@/lib/access/keys/find-caller-by-user-key";
import { findCallerBySessionKey } from "@/lib/access/keys/session-keys";
import type {
  CallerOf,
  OrganizationCaller,
  ProjectCaller,
  SignInCaller,
  UserCaller,
  Visitor,
} from "@/lib/access/caller";
import { findCallerBySignIn, findUserBySignIn } from "@/lib/access/sign-in/sign-in-caller";
import { assertOpenToConfined } from "@/lib/access/sso/assert-whole-sign-in";
import type { AuthKind, Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { addressOf } from "./address-of";
import type { RequestLike } from "./node-request";
import { isOwnOrigin } from "./is-own-origin";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const isOfOwnOrigin = ({ headers, url }: RequestLike): boolean => isOwnOrigin(headers.get("origin"), url);

/**
 * Refuses a call with a cookie that a page of another site could have made (CSRF), in addition to SameSite. Browsers
 * send Origin with every unsafe request, so a missing Origin is refused too.
 */
function assertOwnOrigin(request: RequestLike): void {
  if (SAFE_METHODS.has(request.method) || isOfOwnOrigin(request)) return;
  throw new ApiError(
    "Forbidden",
    "This request carries a session cookie but does not come from this server's own pages.",
    {
      suggestedFix:
        "Send an API key in the x-api-key header, or set PATCHBAY_PUBLIC_URL to the URL in your browser's address bar.",
    },
  );
}

/**
 * Refuses a change if the chosen project is gone, because it must never reach another project. Reads are then answered
 * for the person's first project, so that the dashboard still opens.
 */
function assertOwnProject(request: RequestLike, requestedId: string | undefined, caller: SignInCaller): void {
  if (!requestedId || requestedId === caller.projectId || SAFE_METHODS.has(request.method)) return;
  throw new ApiError("NotFound", "The selected project was deleted or you no longer have access, so nothing changed.", {
    suggestedFix: "Load the page again and choose one of your projects.",
  });
}

async function bySession(request: RequestLike): Promise<SignInCaller | null> {
  const cookie = request.headers.get("cookie");
  if (!cookie) return null;
  const requestedId = request.headers.get("x-project-id") ?? undefined;
  const caller = await findCallerBySignIn(cookie, requestedId);
  if (!caller) return null;
  assertOwnOrigin(request);
  assertOwnProject(request, requestedId, caller);
  return caller;
}

/** For whom an operation on a person's account is open besides. */
type OpenTo = Pick<Operation, "forSetUp" | "forConfined" | "documentation">;

async function byPersonsSession(request: RequestLike, op: OpenTo): Promise<UserCaller | null> {
  const cookie = request.headers.get("cookie");
  const caller = cookie ? await findUserBySignIn(cookie, op.forSetUp) : null;
  if (!caller) return null;
  assertOwnOrigin(request);
  assertOpenToConfined(op, caller);
  return caller;
}

/** Kinds of keys that open other operations. */
const OTHER_KEYS = {
  "x-user-api-key": "a key of a user does not open what only the dashboard and keys of organizations can do.",
  "x-org-api-key": "a key of an organization only opens the operations under /api/v3/org/owner.",
};

function otherKey(request: RequestLike): ApiError | undefined {
  for (const [header, reason] of Object.entries(OTHER_KEYS))
    if (request.headers.get(header))
      return new ApiError("Unauthorized", `The key in ${header} does not open this operation: ${reason}`, {
        suggestedFix: `Create a key of a project under Settings, API keys, and send it in x-api-key instead of ${header}.`,
      });
  return undefined;
}

const notSignedIn = (request: RequestLike) =>
  otherKey(request) ?? new ApiError("Unauthorized", "You are not signed in.", { suggestedFix: "Sign in at /login." });

/** Whether a page of this server sent the request; browsers send this header, and no program does automatically. */
export const isFromPage = (request: RequestLike): boolean =>
  request.headers.get("sec-fetch-site") === "same-origin" || isOfOwnOrigin(request);

/** Keys are nothing to the person whose sign-in ended while a page was open. */
const signedOut = (request: RequestLike) =>
  isFromPage(request)
    ? new ApiError("Unauthorized", "You are signed out.", { suggestedFix: "Sign in again." })
    : undefined;

const noKey = (request: RequestLike) =>
  otherKey(request) ??
  signedOut(request) ??
  new ApiError("Unauthorized", "This operation needs an API key.", {
    suggestedFix: "Send your project's key in the x-api-key header.",
  });

const headerOf = ({ headers }: RequestLike, name: string): string | undefined => headers.get(name) || undefined;

const unknownUserKey = () =>
  new ApiError("Unauthorized", "The key in x-user-api-key is unknown, expired or revoked.", {
    suggestedFix: "Create one with POST /api/v3/internal/patchbay/profile/api_keys, or sign in with your command line.",
  });

async function byUserKey(request: RequestLike, key: string): Promise<ProjectCaller> {
  const named = { organizationId: headerOf(request, "x-org-id"), projectId: headerOf(request, "x-project-id") };
  const caller = await findCallerByUserKey(key, named, SAFE_METHODS.has(request.method), () => addressOf(request));
  if (caller) return caller;
  throw unknownUserKey();
}

async function byOrganizationKey(request: RequestLike, key: string): Promise<OrganizationCaller> {
  const caller = await findCallerByOrganizationKey(key, () => addressOf(request));
  if (caller) return caller;
  throw new ApiError("Unauthorized", "The key in x-org-api-key is unknown, expired or revoked.", {
    suggestedFix: "Ask an owner of the organization for a key of the organization.",
  });
}

const noOrganizationKey = (request: RequestLike) =>
  (request.headers.get("x-user-api-key") ? otherKey(request) : undefined) ??
  signedOut(request) ??
  new ApiError("Unauthorized", "This operation needs a key of an organization.", {
    suggestedFix: "Send it in the x-org-api-key header. A project's key in x-api-key does not open this operation.",
  });

/** Whoever sends a session key means it: a cookie in the same request does not count. */
async function bySessionKey(key: string): Promise<ProjectCaller> {
  const caller = await findCallerBySessionKey(key);
  if (caller) return caller;
  throw new ApiError("Unauthorized", "The key in x-session-access-key is unknown, or it expired with its session.", {
    suggestedFix:
      "Create one with POST /api/v3/internal/patchbay/sessions/{session_id}/access_keys and a key of the project.",
  });
}

async function byBrowserToken(request: RequestLike, token: string): Promise<ProjectCaller> {
  const caller = await findCallerByBrowserToken(token, () => addressOf(request));
  if (caller) return caller;
  throw new ApiError("Unauthorized", "The browser token in x-api-key is unknown or expired.", {
    suggestedFix: "Let your backend create another one with POST /api/v3/internal/patchbay/browser_tokens.",
  });
}

const visitor = (kind: Visitor["kind"]) => () => Promise.resolve({ kind });

const AUTHENTICATE: { [Kind in AuthKind]: (request: RequestLike, op: OpenTo) => Promise<CallerOf<Kind>> } = {
  async project(request) {
    const key = request.headers.get("x-api-key");
    const ofSession = request.headers.get("x-session-access-key");
    if (!key && ofSession) return bySessionKey(ofSession);
    const ofUser = request.headers.get("x-user-api-key");
    if (!key && ofUser) return byUserKey(request, ofUser);
    if (!key) {
      const caller = await bySession(request);
      if (caller) return caller;
      throw noKey(request);
    }
    if (isBrowserToken(key)) return byBrowserToken(request, key);
    const caller = await findCallerByApiKey(key, () => addressOf(request));
    if (caller) return caller;
    throw new ApiError("Unauthorized", "The API key in x-api-key is unknown, expired or revoked.", {
      suggestedFix: "Create a key under Settings, API keys, and send it in the x-api-key header.",
    });
  },
  async session(request) {
    const caller = await bySession(request);
    if (caller) return caller;
    throw notSignedIn(request);
  },
  async user(request, op) {
    const key = request.headers.get("x-user-api-key");
    if (key) {
      const caller = await findUserByKey(key, () => addressOf(request));
      if (caller) return caller;
      throw unknownUserKey();
    }
    const caller = await byPersonsSession(request, op);
    if (caller) return caller;
    throw notSignedIn(request);
  },
  async organization(request) {
    const key = request.headers.get("x-org-api-key");
    if (key) return byOrganizationKey(request, key);
    const caller = await bySession(request);
    if (caller) return caller;
    throw noOrganizationKey(request);
  },
  link: visitor("link"),
  async none(request, { documentation }) {
    if (documentation) await assertReader(request);
    return { kind: "anonymous" };
  },
};

/**
 * Lets everybody read the documentation, or only people who are signed in and programs with any key.
 * @throws ApiError Unauthorized
 */
export async function assertReader(request: RequestLike): Promise<void> {
  if (env().publicDocs) return;
  const { headers } = request;
  if (headers.get("x-org-api-key")) await AUTHENTICATE.organization(request, {});
  else if (headers.get("x-api-key") || headers.get("x-session-access-key")) await AUTHENTICATE.project(request, {});
  else await AUTHENTICATE.user(request, { forSetUp: true, forConfined: true });
}

/**
 * Finds the caller of an operation of this kind.
 * @param op whether the operation is open to a person who must set up two-step sign-in first, and to one who came by an
 *   organization's provider
 * @throws ApiError Unauthorized without a valid credential, Forbidden for a cookie from a foreign page, NotFound for
 *   a change in a project that is not the person's
 */
export const authenticate = <Kind extends AuthKind>(
  request: RequestLike,
  auth: Kind,
  op: OpenTo = {},
): Promise<CallerOf<Kind>> => AUTHENTICATE[auth](request, op);
