/**
 * Answers and forms of the pages that end users see: redirects, HTML without scripts, forms from our own pages only.
 */
import { parseCookie, stringifySetCookie } from "cookie";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { isOwnOrigin } from "../api-door/is-own-origin";
import { bodyTooLarge, OPEN_BODY_BYTES, readText } from "../api-door/read-body";

/** What the code of a page answers with. */
export type PersonAnswer =
  | {
      redirectTo: string;
      browser?: string;
      /** Whether another site's page shows the page in a frame, which the project allows. */
      inFrame?: boolean;
    }
  | { page: { status: number; html: string; policy: string; framedBy?: string | undefined } };

/**
 * Never cached, framed only where the page allows it, no Referer to other sites. Not `no-referrer`, because browsers
 * would then send `Origin: null` with the page's own form (Fetch standard, "append a request Origin header"). A popup
 * keeps its opener, which waits for the result.
 */
const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  "cross-origin-opener-policy": "unsafe-none",
};

/** The life of the cookie: long enough for a consent. */
const BROWSER_SECONDS = 900;
const isSecure = (): boolean => env().publicUrl.startsWith("https:");
/**
 * With the prefix, other hosts of the domain cannot set the cookie (RFC 6265bis section 4.1.3.2); it requires https.
 */
const cookieName = (): string => (isSecure() ? "__Host-patchbay.connect" : "patchbay.connect");

/** Where browsers accept secure cookies: over https, and on this machine. */
const mayBeSecure = (): boolean => isSecure() || ["localhost", "127.0.0.1"].includes(new URL(env().publicUrl).hostname);

/** For a frame: sent in it, but only inside pages of the same site (`Partitioned`). Forms still name their origin. */
const FRAME_COOKIE = { secure: true, sameSite: "none", partitioned: true } as const;

/** `SameSite=Lax`: sent with the redirect back from the provider, but not with forms and scripts of other sites. */
const browserCookie = (browser: string, inFrame = false): string =>
  stringifySetCookie({
    name: cookieName(),
    value: browser,
    maxAge: BROWSER_SECONDS,
    path: "/",
    httpOnly: true,
    secure: isSecure(),
    sameSite: "lax",
    ...(inFrame && mayBeSecure() && FRAME_COOKIE),
  });

/**
 * Whether a person's click on one of our own pages led here (Fetch Metadata: `Sec-Fetch-Site`, `Sec-Fetch-User`). False
 * for links of other sites, scripts, redirects through other sites, mail programs, and browsers without these headers.
 */
const isFromOwnPage = ({ headers }: Request): boolean =>
  headers.get("sec-fetch-site") === "same-origin" && headers.get("sec-fetch-user") === "?1";

/**
 * What a page knows of its visitor: query, languages, the cookie that identifies the browser, and if our own page led
 * here.
 */
export function readVisitor(
  request: Request,
  { url, requestId }: { url: URL; requestId: string },
): {
  search: URLSearchParams;
  acceptLanguage: string | null;
  browser: string | null;
  fromOwnPage: boolean;
  requestId: string;
} {
  const browser = parseCookie(request.headers.get("cookie") ?? "")[cookieName()];
  return {
    requestId,
    search: url.searchParams,
    acceptLanguage: request.headers.get("accept-language"),
    browser: browser && /^br_[A-Za-z0-9]{32}$/.test(browser) ? browser : null,
    fromOwnPage: isFromOwnPage(request),
  };
}

/** Turns the answer of a page into a Response. After 303, browsers continue with GET, after a form too. */
export function toPersonResponse(answer: PersonAnswer): Response {
  if ("redirectTo" in answer)
    return new Response(null, {
      status: 303,
      headers: {
        ...HEADERS,
        location: answer.redirectTo,
        ...(answer.browser && { "set-cookie": browserCookie(answer.browser, answer.inFrame) }),
      },
    });
  const { status, html, policy, framedBy } = answer.page;
  const { "x-frame-options": noFrame, ...headers } = HEADERS;
  return new Response(html, {
    status,
    headers: {
      ...headers,
      // The header knows no origins; the policy names the only one that may frame the page.
      ...(framedBy === undefined && { "x-frame-options": noFrame }),
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
    },
  });
}

/**
 * The fields of a form that one of our own pages sent.
 * @throws ApiError Forbidden for another site's form, PayloadTooLarge
 */
export async function readOwnForm(request: Request): Promise<Record<string, string>> {
  if (!isOwnOrigin(request.headers.get("origin"), request.url))
    throw new ApiError("Forbidden", "This form was not sent from this server's own page.", {
      suggestedFix: "Open the link again and use the form there.",
    });
  const text = await readText(request, OPEN_BODY_BYTES, () => bodyTooLarge(OPEN_BODY_BYTES));
  return Object.fromEntries(new URLSearchParams(text));
}
