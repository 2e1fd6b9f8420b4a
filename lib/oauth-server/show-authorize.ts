/** The authorization endpoint: the client, the person, and the decision. Read it top to bottom. */
import { isFreshSignIn } from "@/lib/access/factors/assert-fresh-sign-in";
import { auditAround } from "@/lib/access/begin-audit";
import { brandingOf } from "@/lib/access/projects/branding";
import { requireProject } from "@/lib/access/projects/projects";
import type { Page } from "@/lib/hosted-pages/render-frame";
import type { Language } from "@/lib/hosted-pages/languages";
import { issuer, ENDPOINT } from "./addresses";
import {
  type AuthorizeRequest,
  type FindServer,
  readAuthorizeRequest,
  type SuggestUsers,
  ToldProblem,
} from "./authorize-request";
import { createCode } from "./create-code";
import { type Consent, toConsentPage, toRefusalPage, toStrangerPage } from "./consent-page";
import { descriptionOf, OAuthError } from "./oauth-error";
import { type Browser, findPerson, type Person } from "./find-person";
import { withParameters } from "./redirects";
import { findSignIn } from "./sign-in-settings";

export type Visit = Browser & {
  search: URLSearchParams;
  language: Language;
  /** The client's, as far as it is known. */
  address: string | undefined;
  requestId: string;
};
export type Answer = { page: Page } | { redirectTo: string };

const MAX_USER_ID = 500;

/** Back to the client, with the issuer so that it cannot mistake whose answer it is (RFC 9207). */
const toClient = (redirectUri: string, state: string | undefined, result: Record<string, string>): string =>
  withParameters(redirectUri, { ...result, state, iss: issuer() });

/** Reads the request, and turns its problems into answers. */
async function withRequest(
  visit: Visit,
  findServer: FindServer,
  answer: (request: AuthorizeRequest) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer(await readAuthorizeRequest(visit.search, visit.address, findServer));
  } catch (error) {
    if (error instanceof OAuthError) return { page: toRefusalPage(error, visit) };
    if (!(error instanceof ToldProblem)) throw error;
    const { problem, client, redirectUri, state } = error;
    // By a click, because anybody can register a client, and its links would lead away from this server's name unseen.
    const back = toClient(redirectUri, state, { error: problem.code, error_description: descriptionOf(problem) });
    return { page: toRefusalPage(problem, visit, { client, back }) };
  }
}

/** The rooms that know the server and the users. */
export type Sources = { findServer: FindServer; suggestUsers: SuggestUsers };

/**
 * The users that a member can choose among; the first is filled in. Without any, the member's own ID is: a client may
 * connect accounts later.
 */
async function usersFor(
  { server }: AuthorizeRequest,
  { as, id }: Person,
  suggestUsers: SuggestUsers,
): Promise<string[]> {
  if (as === "end_user") return [id];
  const users = await suggestUsers(
    server.projectId,
    server.toolkits.map(({ slug }) => slug),
  );
  return users.length > 0 ? users : [id];
}

/**
 * A stolen sign-in of a member must not let a program in, so the member proves themselves and comes back; a member who
 * must set up two-step sign-in does that first.
 */
async function askAgain(person: Person, search: URLSearchParams): Promise<Answer | null> {
  if (person.as !== "member") return null;
  const next = `${ENDPOINT.authorize}?${search}`;
  if (person.isHeld) return { redirectTo: `${issuer()}/login?${new URLSearchParams({ next })}` };
  if (await isFreshSignIn(person.caller)) return null;
  return { redirectTo: `${issuer()}/login?${new URLSearchParams({ step: "confirm", next })}` };
}

/** The page for the person of this browser. */
async function pageFor(
  request: AuthorizeRequest,
  { search, language, ...browser }: Visit,
  suggestUsers: SuggestUsers,
  attempt?: Pick<Consent, "userId" | "problem">,
): Promise<Answer> {
  const { projectId } = request.server;
  const [person, branding] = await Promise.all([findPerson(projectId, browser), brandingOf(projectId)]);
  const pageContext = { language, search };
  if (person) {
    const question = await askAgain(person, search);
    if (question) return question;
    const users = await usersFor(request, person, suggestUsers);
    const userId = users[0] ?? person.id;
    return { page: toConsentPage({ request, branding, person, users, userId, ...pageContext, ...attempt }) };
  }
  const here = `${ENDPOINT.authorize}?${search}`;
  const signIn = await findSignIn(projectId);
  const appUrl = signIn?.signInUrl ? withParameters(signIn.signInUrl, { return_to: issuer() + here }) : null;
  const loginUrl = `${issuer()}/login?${new URLSearchParams({ next: here })}`;
  return { page: toStrangerPage(request, branding, { appUrl, loginUrl }, pageContext) };
}

/** `GET /oauth/authorize`: asks the person. */
export const showAuthorize = (visit: Visit, { findServer, suggestUsers }: Sources): Promise<Answer> =>
  withRequest(visit, findServer, (request) => pageFor(request, visit, suggestUsers));

/** The user that a member chose; null for an invalid id. */
function readUser(person: Person, form: Record<string, string>): string | null {
  if (person.as === "end_user") return person.id;
  const userId = (form.user_id ?? "").trim();
  return userId === "" || userId.length > MAX_USER_ID || userId.includes("\0") ? null : userId;
}

/** The selected toolkits; empty if all are selected, so that later toolkits of the server count too. */
function readToolkits({ toolkits }: AuthorizeRequest["server"], form: Record<string, string>): string[] | null {
  if (toolkits.length <= 1) return [];
  const slugs = toolkits.map(({ slug }) => slug).filter((slug) => form[`toolkit.${slug}`] === "on");
  if (slugs.length === 0) return null;
  return slugs.length === toolkits.length ? [] : slugs;
}

async function allow(
  { client, redirectUri, state, challenge, server }: AuthorizeRequest,
  person: Person,
  { userId, toolkits }: { userId: string; toolkits: string[] },
  { address, requestId }: Visit,
): Promise<Answer> {
  const { projectId } = server;
  const { organizationId } = await requireProject(projectId);
  const create = () =>
    createCode({
      ...{ projectId, serverId: server.id, clientId: client.id, clientName: client.name },
      ...{ redirectUri, challenge, userId, toolkits, grantedAs: person.as, grantedBy: person.id },
    });
  const change = {
    ...{ caller: person.caller, action: "mcp_client.allow", operation: "oauth.decide" },
    ...{ status: 303, requestId, address, organizationId, projectId },
  };
  const { code } = await auditAround(change, create, ({ grantId }) => ({ target: grantId }));
  return { redirectTo: toClient(redirectUri, state, { code }) };
}

/**
 * `POST /oauth/authorize`: the decision of the person. The request is read again from the address, and the form names
 * the person for whom the page was made: if another person has signed in since, the page is shown again.
 */
export const decideAuthorize = (
  visit: Visit,
  form: Record<string, string>,
  { findServer, suggestUsers }: Sources,
): Promise<Answer> =>
  withRequest(visit, findServer, async (request) => {
    const { redirectUri, state, server } = request;
    if (form.decision === "deny")
      return {
        redirectTo: toClient(redirectUri, state, {
          error: "access_denied",
          error_description: "The person did not allow it.",
        }),
      };
    const person = await findPerson(server.projectId, visit);
    if (!person || form.decision !== "allow" || form.as !== `${person.as}:${person.id}`)
      return pageFor(request, visit, suggestUsers);
    const question = await askAgain(person, visit.search);
    if (question) return question;
    const userId = readUser(person, form);
    const toolkits = readToolkits(server, form);
    if (userId !== null && toolkits !== null) return allow(request, person, { userId, toolkits }, visit);
    const problem = userId === null ? "whichUser" : "whichApp";
    return pageFor(request, visit, suggestUsers, { userId: userId ?? "", problem });
  });
