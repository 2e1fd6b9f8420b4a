/**
 * The part of a project that a key is limited to: some toolkits, some users, or both. An operation refuses such a key
 * unless its route has a rule for the toolkits and users that it touches.
 */
import { ApiError } from "@/lib/kernel/errors";
import { cutText } from "@/lib/kernel/text/storable";
import type { Caller, Reach } from "../caller";

/** A limited key in its project. */
export type Limited = { projectId: string; reach: Reach };

/**
 * Checks what a call touches before it is handled. It can narrow the input of a list, which then shows only what the
 * key reaches.
 * @throws ApiError Forbidden
 */
export type ReachRule<Input> = (input: Input, limited: Limited) => Promise<void> | void;

/** The limits of a caller; undefined for all others. */
export const limitedOf = (caller: Caller): Limited | undefined =>
  caller.kind === "project" && caller.by.kind === "apiKey" && caller.by.reach
    ? { projectId: caller.projectId, reach: caller.by.reach }
    : undefined;

/** @param what completes the sentence "This API key cannot reach ..." */
const outside = (what: string): ApiError =>
  new ApiError("Forbidden", `This API key cannot reach ${what}.`, {
    suggestedFix: "Use a key whose limits include it. They are fixed when a key is made, under Settings, API keys.",
  });

const wordsOf = ({ toolkits, users }: Reach): string =>
  [toolkits && "toolkits", users && "users"].filter(Boolean).join(" and ");

/** The refusal of an operation that touches more than some toolkits or users. */
export const unlimitedOnly = (reach: Reach): ApiError =>
  new ApiError("Forbidden", `This API key is limited to some ${wordsOf(reach)}, and this operation is not.`, {
    suggestedFix: "Use a key without these limits, or do it in the dashboard.",
  });

/** @throws ApiError Forbidden if the key is limited to other users; a call for nobody could be for anybody */
export function assertUserInReach({ users }: Reach, userId: string | null | undefined): void {
  if (!users || (userId != null && users.has(userId))) return;
  throw outside(userId == null ? "a call that names no user" : `the user ${cutText(userId, 100)}`);
}

/** @throws ApiError Forbidden if the key is limited to other toolkits */
export function assertToolkitInReach({ toolkits }: Reach, slug: string): void {
  if (toolkits && !toolkits.has(slug)) throw outside(`the toolkit ${cutText(slug, 100)}`);
}

/** @throws ApiError Forbidden for what touches every user of the project, if the key is limited to some */
export function assertEveryUser(reach: Reach): void {
  if (reach.users) throw unlimitedOnly(reach);
}

/** @throws ApiError Forbidden for what touches every toolkit of the project, if the key is limited to some */
export function assertEveryToolkit(reach: Reach): void {
  if (reach.toolkits) throw unlimitedOnly(reach);
}

/**
 * Closes every operation to browser tokens that is not declared for them.
 * @throws ApiError Forbidden
 */
export function assertOpenToToken({ browserToken }: { browserToken?: true }, caller: Caller): void {
  if (browserToken || !limitedOf(caller)?.reach.tools) return;
  throw new ApiError(
    "Forbidden",
    "A browser token can't do this. It opens connect links, accounts and tools of one user.",
    {
      suggestedFix: "Do it in your backend with an API key.",
    },
  );
}

/** @throws ApiError Forbidden for a browser token that does not name the tool */
export function assertToolInReach({ tools }: Reach, slug: string | undefined): void {
  if (!tools || (slug !== undefined && tools.has(slug))) return;
  throw new ApiError("Forbidden", `This browser token cannot execute ${cutText(slug ?? "this", 100)}.`, {
    suggestedFix: "Name the tool when your backend creates the token.",
  });
}

/**
 * Other parts of a call could send credentials of the auth config elsewhere, or have a language model write arguments.
 * @throws ApiError Forbidden for a browser token that sends them
 */
export function assertOnlyArguments({ tools }: Reach, others: readonly unknown[]): void {
  if (!tools || others.every((value) => value == null)) return;
  throw new ApiError("Forbidden", "A browser token can only send arguments with a call.", {
    suggestedFix:
      "Leave out custom_auth_params, custom_connection_data, connection_data and text, or make the call in your backend.",
  });
}

/** The longest life of a connect link that a browser token makes, which can be sent on: that of the longest token. */
const MOST_LINK_MINUTES = 60;

/** @throws ApiError Forbidden for a browser token that wants a longer life of a link */
export function assertShortLink({ tools }: Reach, minutes: number | undefined): void {
  if (!tools || (minutes ?? 0) <= MOST_LINK_MINUTES) return;
  throw new ApiError("Forbidden", `A browser token makes links for ${MOST_LINK_MINUTES} minutes at most.`, {
    suggestedFix: "Send fewer expires_in_minutes, or create the link in your backend.",
  });
}

/**
 * The Idempotency-Key as it is stored: a browser cannot take the names that the app's backend uses.
 * @param name as the caller sent it
 */
export const toOwnName = ({ by }: { by?: { keyId?: string; reach?: Reach | undefined } }, name: string): string =>
  by?.reach?.tools ? `${by.keyId ?? ""} ${name}` : name;
