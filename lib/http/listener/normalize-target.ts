/**
 * Checks the target of a request (method, host, path) once, before it is routed. If two parts of the server understood
 * a path differently, one could check one path and the other serve another. So whatever is ambiguous is refused.
 */
import type { IncomingMessage } from "node:http";
import { ApiError } from "@/lib/kernel/errors";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const ALLOWED = new Set(METHODS);

/** A host name or address with an optional port (RFC 9110 7.2). */
const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;
/** A path that is certainly unambiguous: no escape, no double slash, no segment that begins with a dot. */
const PLAIN = /^(\/(?![./])[\w!$&'()*+,;=:@~.-]*)+$/;
/** "." or ".." as a segment of a decoded path, between slashes or backslashes. */
const DOT_SEGMENT = /(^|[/\\])\.\.?([/\\]|$)/;

/** The paths of the API, and of what else is answered without a page. */
const OPERATION =
  /^\/(?:(?:api|v3|composio|tool_router|\.well-known|oauth|sign-in|my|connect|logos)\/[^/]|mcp\/manage\/+$)/;

/**
 * The path without slashes at its end, where it leads to an operation: some clients add one, and a redirect would lose
 * the body of a POST. Pages are left to Next, which redirects them.
 */
const withoutEndSlash = (path: string): string =>
  path.endsWith("/") && OPERATION.test(path) ? withoutEndSlashes(path) : path;

const refusal = (message: string, suggestedFix: string): ApiError =>
  new ApiError("BadRequest", message, { suggestedFix });

/** @throws ApiError MethodNotAllowed for TRACE and for the methods of other protocols */
function assertMethod(method: string): void {
  if (ALLOWED.has(method)) return;
  throw new ApiError("MethodNotAllowed", `This server doesn't support ${method}.`, {
    suggestedFix: `Use one of ${METHODS.join(", ")}.`,
    headers: { allow: METHODS.join(", ") },
  });
}

/** The last valid host; most requests name the same again. */
let lastHost: string | undefined;

/** @throws ApiError BadRequest for an invalid Host header, and for two of them (RFC 9112 3.2) */
function assertHost({ headers: { host }, rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) throw refusal("There is more than one Host header.", "Send the server's name and port once.");
  // A missing one is handled by the HTTP parser: HTTP/1.0 needs none.
  if (host === undefined || host === lastHost) return;
  // Some match the pattern and are still invalid, such as 1.2.3.4.5 and a port of 70000.
  if (!HOST.test(host) || !URL.canParse(`http://${host}`))
    throw refusal("The Host header is not a host name.", "Send the server's name and port.");
  lastHost = host;
}

/** @throws ApiError BadRequest */
function assertPath(path: string): void {
  if (/[\\#]/.test(path))
    throw refusal(
      "The path holds a backslash or a fragment.",
      "Escape the backslash as %5C, and leave the fragment out.",
    );
  let plain: string;
  try {
    plain = decodeURIComponent(path);
  } catch {
    throw refusal("The path is not valid percent-encoding of UTF-8.", "Escape a percent sign as %25.");
  }
  if (plain.includes("\0")) throw refusal("The path holds a NUL character.", "Take the character U+0000 out.");
  if (DOT_SEGMENT.test(plain))
    throw refusal("The path holds a segment of dots ('.' or '..').", "Send the path that is meant.");
}

/**
 * Gives the normalized path of a request, and sets its `url` to it. Double slashes become one, and an operation's path
 * loses a slash at its end: clients make them when they join a base URL and a path, and a redirect would lose a body.
 * @throws ApiError MethodNotAllowed, or BadRequest for targets that are no path (`*`, absolute form), for dot segments,
 *   backslashes, NUL and malformed escapes in the path, and for an invalid Host header
 */
export function normalizeTarget(request: IncomingMessage): string {
  assertMethod(request.method ?? "");
  assertHost(request);
  const url = request.url ?? "";
  const end = url.indexOf("?");
  const pathname = end < 0 ? url : url.slice(0, end);
  if (PLAIN.test(pathname) && !pathname.endsWith("/")) return pathname;
  if (!pathname.startsWith("/"))
    throw refusal("The request's target is not a path.", "Begin it with a slash; this server is no proxy.");
  const path = withoutEndSlash(pathname.replace(/\/{2,}/g, "/"));
  assertPath(path);
  request.url = end < 0 ? path : path + url.slice(end);
  return path;
}
