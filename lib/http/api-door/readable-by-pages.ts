/**
 * Calls of pages of other origins (CORS): a page of an origin that the project lists, with a browser token, can call
 * what is open to browser tokens. Nothing else has headers for other origins, and cookies never count.
 */
import { isBrowserToken } from "@/lib/access/keys/create-browser-token";
import { limitedOf } from "@/lib/access/keys/limited-of";
import { isBrowserOrigin } from "@/lib/access/projects/is-browser-origin";
import type { Caller } from "@/lib/access/caller";
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import { background, log } from "@/lib/kernel/process/log";
import { cutText } from "@/lib/kernel/text/storable";
import { isOwnOrigin } from "./is-own-origin";
import type { RequestLike } from "./node-request";
import type { JsonAnswer } from "./to-response";

const ALLOWED_HEADERS = "content-type, x-api-key, idempotency-key";
const READABLE_HEADERS =
  "x-request-id, retry-after, warning, x-ratelimit, x-ratelimit-remaining, x-ratelimit-window-size";
const SECONDS_OF_PREFLIGHT = "600";

/** The origin of another site's page; undefined for this server's pages, programs, extensions and apps. */
function foreignOriginOf({ headers, url }: RequestLike): string | undefined {
  const origin = headers.get("origin");
  return origin !== null && /^https?:\/\//.test(origin) && !isOwnOrigin(origin, url) ? origin : undefined;
}

const headersFor = (origin: string): Record<string, string> => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": READABLE_HEADERS,
  vary: "origin",
});

/** Adds to the answers of an operation what a page of a listed origin needs to read them, refusals too. */
export function readableByPages<Params>(
  op: Operation,
  answer: (request: RequestLike, params: Params) => Promise<JsonAnswer>,
): (request: RequestLike, params: Params) => Promise<JsonAnswer> {
  if (!op.browserToken) return answer;
  return async (request, params) => {
    const origin = isBrowserToken(request.headers.get("x-api-key") ?? "") ? foreignOriginOf(request) : undefined;
    if (origin === undefined) return answer(request, params);
    const [result, isListed] = await Promise.all([answer(request, params), isListedNow(origin)]);
    return isListed ? { ...result, headers: { ...result.headers, ...headersFor(origin) } } : result;
  };
}

/** Without the database, no page can read the answer. */
const isListedNow = (origin: string): Promise<boolean> =>
  isBrowserOrigin(origin).catch((error: unknown) => {
    log.warn(background("cors"), "the origin of a page could not be looked up", { error });
    return false;
  });

/** Only browsers send this header. A program that forwards a page's request has the page's origin alone. */
const isSentByPage = ({ headers }: RequestLike): boolean =>
  ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");

/**
 * Refuses calls of pages of other origins, if these are not listed by the token's project, or if there is no token.
 * @throws ApiError Forbidden
 */
export function assertOriginListed(op: Operation, request: RequestLike, caller: Caller): void {
  if (!op.browserToken || !isSentByPage(request)) return;
  const origin = foreignOriginOf(request);
  if (origin === undefined) return;
  const isToken = limitedOf(caller)?.reach.tools !== undefined;
  if (!isToken)
    throw new ApiError("Forbidden", "A page of another origin can only call with a browser token.", {
      suggestedFix: "Let your backend create one with POST /api/v3/internal/patchbay/browser_tokens. Keys stay there.",
    });
  if (caller.kind === "project" && caller.settings.browserOrigins?.includes(origin)) return;
  throw new ApiError("Forbidden", `The project does not let pages of ${cutText(origin, 100)} call.`, {
    suggestedFix: "An owner or admin adds the origin under Settings, Project, Calls from pages.",
  });
}

/** The answer to a preflight; null for any other request. @param methods those that are open to browser tokens */
export async function answerPreflight(request: Request, methods: readonly string[]): Promise<Response | null> {
  const method = request.headers.get("access-control-request-method");
  const origin = foreignOriginOf(request);
  if (method === null || origin === undefined || !methods.includes(method) || !(await isListedNow(origin))) return null;
  return new Response(null, {
    status: 204,
    headers: {
      ...headersFor(origin),
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": SECONDS_OF_PREFLIGHT,
      "cache-control": "no-store",
    },
  });
}
