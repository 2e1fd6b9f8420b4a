/** A browser that signs in by an organization's provider, for integration tests. */
import { GET as finish } from "@/app/api/v3/internal/patchbay/sign_in/sso/[provider_id]/callback/route";
import { POST as begin } from "@/app/api/v3/internal/patchbay/sign_in/sso/route";
import { PATCH as change } from "@/app/api/v3/internal/patchbay/organization/sso/providers/[id]/route";
import { POST as create } from "@/app/api/v3/internal/patchbay/organization/sso/providers/route";
import { newId } from "@/lib/kernel/ids";
import { queryRows } from "@/test/setup/query-rows";
import { callRoute } from "../builders/members";

type Jar = Map<string, string>;

const toHeader = (jar: Jar): string => [...jar].map((pair) => pair.join("=")).join("; ");

function keep(jar: Jar, lines: readonly string[]): void {
  for (const line of lines) {
    const pair = line.split(";")[0] ?? "";
    jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
}

/** Walks the redirects of the provider as a browser does, until they lead back to us. */
async function walkTo(start: string, isOurs: (url: string) => boolean): Promise<URL> {
  const jar: Jar = new Map();
  for (let url = start, hops = 0; hops < 10; hops++) {
    const answer = await fetch(url, { redirect: "manual", headers: { cookie: toHeader(jar) } });
    keep(jar, answer.headers.getSetCookie());
    const next = new URL(answer.headers.get("location") ?? "", url);
    if (isOurs(next.href)) return next;
    url = next.href;
  }
  throw new Error("the provider never sent the browser back");
}

type Back = { url: URL; jar: Jar };
type Entered = { location: string; cookies: Jar; cookie: string };

/** Begins at the sign-in page: the address of the provider, and the cookies of the browser. */
export async function beginAt(email: string, more: object = {}): Promise<Back> {
  const { status, headers, body } = await callRoute(begin, {}, { body: { email, ...more } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const jar: Jar = new Map();
  keep(jar, headers.getSetCookie());
  return { url: new URL(String(body.url)), jar };
}

/** Comes back from the provider. */
export async function comeBack({ url, jar }: Back): Promise<Entered> {
  const [, providerId = ""] = /\/sso\/([^/]+)\/callback$/.exec(url.pathname) ?? [];
  const request = new Request(url, { headers: { cookie: toHeader(jar) } });
  const answer = await finish(request, { params: Promise.resolve({ provider_id: providerId }) });
  const cookies: Jar = new Map();
  keep(cookies, answer.headers.getSetCookie());
  return { location: answer.headers.get("location") ?? "", cookies, cookie: toHeader(cookies) };
}

const isCallback = (url: string): boolean => url.startsWith("http://localhost:3000/api/v3/internal/patchbay/sign_in/");

/** Begins, and signs in at the provider: the browser before it comes back. */
export async function goAndReturn(email: string): Promise<Back> {
  const { url, jar } = await beginAt(email);
  return { url: await walkTo(url.href, isCallback), jar };
}

/** A whole sign-in. */
export const signInBySso = async (email: string): Promise<Entered> => comeBack(await goAndReturn(email));

export const hasSession = ({ cookies }: Entered): boolean => cookies.has("next-auth.session-token");

type Server = { issuer: string; clientId: string; clientSecret: string };

/** Adds a provider to the organization of an owner's sign-in. */
export async function addProvider(cookie: string, server: Server, settings: object = {}): Promise<string> {
  const { issuer, clientId, clientSecret } = server;
  const body = { name: "Okta", issuer, client_id: clientId, client_secret: clientSecret, ...settings };
  const answer = await callRoute(create, { cookie }, { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return String(answer.body.id);
}

export async function changeProvider(cookie: string, id: string, body: object): Promise<void> {
  const answer = await callRoute(change, { cookie }, { body, params: { id } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** A domain that the organization has proven. */
export const storeDomain = (organizationId: string, domain: string, providerId: string | null): Promise<unknown> =>
  queryRows(
    "test.sso-domain",
    `INSERT INTO sso_domain (id, organization_id, domain, token, provider_id, proven_domain, proven_at, created_at)
      VALUES ($1, $2, $3, 't', $4, $3, now(), now())`,
    [newId("ssoDomain"), organizationId, domain, providerId],
  );
