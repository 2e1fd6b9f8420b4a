/** Answers and forms of the pages that end users see: redirects, HTML without a script, posts from our own page alone. */
import { parseCookie, stringifySetCookie } from "cookie";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { bodyTooLarge, OPEN_BODY_BYTES, readText } from "../api-door/read-body";

/** What a page's room answers with. */
export type PersonAnswer =
  | { redirectTo: string; browser?: string }
  | { page: { status: number; html: string; policy: string } };

/**
 * Never stored, never framed, no address in a Referer. Not `no-referrer`: browsers would then send `Origin: null` with
 * the page's own form (Fetch standard, "append a request Origin header"). The opener of a popup stays known, as it waits
 * for the end.
 */
const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  "cross-origin-opener-policy": "unsafe-none",
};

/** Long enough for a consent; Lax, so that it comes back with the provider's redirect and with no other site's request. */
const BROWSER_SECONDS = 900;
const isSecure = (): boolean => env().publicUrl.startsWith("https:");
/** The prefix keeps other hosts of the domain from setting it (RFC 6265bis section 4.1.3.2); it needs https. */
const cookieName = (): string => (isSecure() ? "__Host-patchbay.connect" : "patchbay.connect");

const browserCookie = (browser: string): string =>
  stringifySetCookie({
    name: cookieName(),
    value: browser,
    maxAge: BROWSER_SECONDS,
    path: "/",
    httpOnly: true,
    secure: isSecure(),
    sameSite: "lax",
  });

/**
 * A person's click on a page of ours led here (Fetch Metadata: `Sec-Fetch-Site`, `Sec-Fetch-User`). Another site's link, a
 * script, a redirect through another site, a mail program and a browser that does not say all count as no.
 */
const isFromOwnPage = ({ headers }: Request): boolean =>
  headers.get("sec-fetch-site") === "same-origin" && headers.get("sec-fetch-user") === "?1";

/** Who opens one of our pages: the query, the languages of the browser, the cookie that tells browsers apart, and whether a page of ours led here. */
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

/** 303 makes a browser continue with GET after a form as well as after a link. */
export function toPersonResponse(answer: PersonAnswer): Response {
  if ("redirectTo" in answer)
    return new Response(null, {
      status: 303,
      headers: {
        ...HEADERS,
        location: answer.redirectTo,
        ...(answer.browser && { "set-cookie": browserCookie(answer.browser) }),
      },
    });
  const { status, html, policy } = answer.page;
  return new Response(html, {
    status,
    headers: { ...HEADERS, "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}

const alike = (origin: string): string => origin.replace("://127.0.0.1", "://localhost");

/**
 * The fields of a form that one of our own pages sent.
 * @throws ApiError Forbidden for another site's form, PayloadTooLarge
 */
export async function readOwnForm(request: Request): Promise<Record<string, string>> {
  const origin = request.headers.get("origin");
  const own = [new URL(env().publicUrl).origin, new URL(request.url).origin].map(alike);
  if (!origin || !own.includes(alike(origin)))
    throw new ApiError("Forbidden", "This form was not sent from this server's own page.", {
      suggestedFix: "Open the link again and use the form there.",
    });
  const text = await readText(request, OPEN_BODY_BYTES, () => bodyTooLarge(OPEN_BODY_BYTES));
  return Object.fromEntries(new URLSearchParams(text));
}
