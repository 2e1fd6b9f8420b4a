/** Asks a provider whose credentials these are, by the request that the toolkit names for it. */
import { fillTemplate, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { ApiError } from "@/lib/kernel/errors";
import type { ProxyRoute } from "@/lib/kernel/outbound/proxy-agent";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { OutboundRequest } from "@/lib/kernel/outbound/outbound-request";
import { toAccountUrl } from "../credentials/account-url";
import { applyCredentials } from "../credentials/apply-credentials";
import type { UsableValues } from "../credentials/open-credentials";
import { judge, type Verdict } from "./judge";

/** A person waits for the answer. */
const LIMIT_MS = 10_000;
/** Answers about the current user are short; some toolkits have only a list. */
const MAX_BYTES = 512 * 1024;

export type Question = {
  projectId: string;
  toolkit: Pick<Toolkit, "slug" | "baseUrl" | "currentUserEndpoint" | "meta">;
  scheme: ToolkitAuthScheme;
  usable: UsableValues;
  proxy?: ProxyRoute | null;
};

const isAbsolute = (endpoint: string): boolean => /^https?:/i.test(endpoint);

/**
 * The request, without the project's facts; null if there is nothing to ask: the toolkit names no request for this
 * scheme, or it would go to the provider's public server although the connection is on another one.
 * @throws ApiError BadRequest for values that make no request
 */
function toRequest({ toolkit, scheme, usable }: Question): Omit<OutboundRequest, "projectId"> | null {
  const { currentUser = {}, currentUserMethod: method = "GET", headers } = toolkit.meta;
  const { currentUserEndpoint: endpoint } = toolkit;
  if (!endpoint || (currentUser.schemes && !currentUser.schemes.includes(scheme.mode))) return null;
  const prefixes = Object.entries(currentUser.prefixes ?? {});
  if (!prefixes.every(([name, prefix]) => usable.values[name]?.startsWith(prefix))) return null;
  if (usable.baseUrl && isAbsolute(endpoint)) return null;
  const path = fillTemplate(endpoint, usable.values, encodeURIComponent);
  if (path === null) return null;
  const body = currentUser.body === undefined ? undefined : JSON.stringify(currentUser.body);
  const request = {
    method,
    url: toAccountUrl(path, toolkit, usable),
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
      ...currentUser.headers,
    },
    ...(body !== undefined && { body }),
  };
  return applyCredentials(request, scheme, usable.values);
}

/**
 * Asks the provider about the credentials; null if the toolkit names no request for it. Sends one request, which
 * changes nothing at the provider.
 */
export async function askCurrentUser(question: Question): Promise<Verdict | null> {
  const { projectId, toolkit, usable, proxy } = question;
  try {
    const request = toRequest(question);
    if (!request) return null;
    const answer = await send({
      ...request,
      projectId,
      ...(proxy && { proxy }),
      timeoutMs: LIMIT_MS,
      maxBytes: MAX_BYTES,
    });
    return judge(answer, toolkit.meta.currentUser ?? {}, usable.secrets);
  } catch (error) {
    if (error instanceof OutboundError || error instanceof ApiError) return { kind: "unclear" };
    throw error;
  }
}

/** Whether the toolkit names a request that can be asked. */
export const canAsk = ({ currentUserEndpoint }: Pick<Toolkit, "currentUserEndpoint">): boolean =>
  Boolean(currentUserEndpoint);
