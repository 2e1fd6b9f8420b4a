/** Whether a redirect address of one's own brings people on to our callback, with what the provider said unchanged. */
import { randomBytes } from "node:crypto";
import { OAUTH_CALLBACK } from "@/lib/catalog/toolkit-auth-scheme";
import { env } from "@/lib/kernel/process/env";
import { OutboundError, send } from "@/lib/kernel/outbound/send";

export type RedirectTest = {
  forwards: boolean;
  /** One sentence for people: what is right, or what to change. */
  message: string;
  /** Of the answer; absent when there was none. */
  status?: number;
  location?: string;
};

const callback = (): string => `${env().publicUrl}${OAUTH_CALLBACK}`;

/**
 * A query as providers send it, with what careless forwarders change: encoded slashes, a plus, a repeated name. Its
 * state is nobody's.
 */
function probeQuery(): string {
  const nonce = randomBytes(9).toString("base64url");
  return `code=probe%2F${nonce}%2B%3D&state=st_probe_${nonce}&scope=a+b%20c&scope=d`;
}

function judge(
  uri: string,
  query: string,
  { status, headers }: { status: number; headers: Record<string, string> },
): RedirectTest {
  const { location } = headers;
  const observation = { status, ...(location && { location: location.slice(0, 2000) }) };
  if (status < 300 || status > 399 || !location)
    return {
      forwards: false,
      ...observation,
      message:
        `The URL returned ${status} instead of redirecting the browser. ` +
        `It must return 302 with the Location ${callback()} and the query.`,
    };
  const target = URL.canParse(location, uri) ? new URL(location, uri) : null;
  if (!target || `${target.origin}${target.pathname}` !== callback())
    return {
      forwards: false,
      ...observation,
      message: `The URL redirects to ${target ? `${target.origin}${target.pathname}` : "no address"}, not to ${callback()}.`,
    };
  if (target.search !== `?${query}`)
    return {
      forwards: false,
      ...observation,
      message:
        "The URL redirects to the callback but changes the query. Pass on everything after the question mark unchanged.",
    };
  return {
    forwards: true,
    ...observation,
    message:
      status === 301 || status === 308
        ? `The URL forwards to the callback unchanged. Return 302 instead of ${status}: browsers remember permanent redirects.`
        : "The URL forwards to the callback unchanged.",
  };
}

/**
 * Asks the address as a browser would that comes back from a provider; nothing is followed, and the probe's state and
 * code are worth nothing.
 * @throws ApiError never; what cannot be reached is an answer
 */
export async function testRedirect(projectId: string, uri: string): Promise<RedirectTest> {
  if (uri === callback()) return { forwards: true, message: "This is the callback itself; nothing has to forward." };
  const query = probeQuery();
  try {
    const url = new URL(uri);
    url.hash = "";
    return judge(
      uri,
      url.search ? `${url.search.slice(1)}&${query}` : query,
      await send({
        projectId,
        method: "GET",
        url: `${url.href}${url.search ? "&" : "?"}${query}`,
        timeoutMs: 10_000,
        maxBytes: 256 * 1024,
        maxRedirects: 0,
      }),
    );
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      forwards: false,
      message: `This server couldn't reach the URL: ${error.message} Browsers may still reach it.`,
    };
  }
}
