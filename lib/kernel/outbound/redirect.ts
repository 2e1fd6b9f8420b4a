/** Which parts of a request are sent again after a redirect. Pure. */
import type { OutboundRequest } from "./outbound-request";
import type { Head } from "./dispatch";
import { OutboundError } from "./outbound-error";

const STATUSES = new Set([301, 302, 303, 307, 308]);

export const isRedirect = ({ status, headers }: Head): boolean =>
  STATUSES.has(status) && headers.location !== undefined;

/**
 * The headers that can be sent to another origin. Any other header can contain a credential, whatever its name; even a
 * condition (`if-match`) or a version could be a secret of the first host.
 */
const TRAVELS = new Set(["accept", "accept-charset", "accept-encoding", "accept-language", "range", "user-agent"]);
/** The headers of a body, which are dropped when POST becomes GET. */
const OF_BODY = /^content-/i;

/**
 * The request after a redirect: 303, and POST on 301 and 302, become GET (RFC 9110 section 15.4). Another origin gets a
 * few harmless headers, and never a body.
 * @throws OutboundError for a body that would go to another origin
 */
export function redirected(request: OutboundRequest, from: URL, to: URL, status: number): OutboundRequest {
  const { method, body } = request;
  const toGet = (status === 303 && method !== "HEAD") || ((status === 301 || status === 302) && method === "POST");
  const isOwn = from.origin === to.origin;
  if (!isOwn && !toGet && body !== undefined)
    throw new OutboundError(
      "protocol",
      `${from.origin} redirects this ${method} to ${to.origin}, another origin, which must not get its body. ` +
        "If that URL is right, send the request there directly.",
      { sent: true },
    );
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(
      ([name]) => (isOwn || TRAVELS.has(name.toLowerCase())) && !(toGet && OF_BODY.test(name)),
    ),
  );
  return { ...request, url: to.href, headers, ...(toGet && { method: "GET", body: undefined }) };
}
