/** Asks a toolkit's GraphQL endpoint for its schema, so that a person can choose an operation. Nothing is stored. */
import type { z } from "zod";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { resolveAccount } from "@/lib/connected-accounts/accounts/accounts";
import { baseUrlOf, toAccountUrl } from "@/lib/connected-accounts/credentials/account-url";
import type { Access } from "@/lib/execution/access/access";
import { accessOfAccount, assertProxyAllowed, assertUserAllowed } from "@/lib/execution/access/open-access";
import { withCredentials } from "@/lib/execution/sending/sender";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { Origin } from "@/lib/kernel/process/log";
import { hideInside } from "@/lib/kernel/text/hide-escaped";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { INTROSPECTION } from "../compile/graphql-schema";
import { pathProblem } from "../compile/prepare-operations";
import { runCompile, withDocumentPlace } from "../worker/run-compile";
import type { addedToolsApi } from "./contract";
import { requireExtensible } from "./create-added-tool";

type Input = z.output<typeof addedToolsApi.readGraphqlOperations.body>;
type Wire = z.input<typeof addedToolsApi.readGraphqlOperations.response>;

/** A person waits for the answer. */
const READ_MS = 20_000;
/** Large services have 4 MB. */
const MAX_SCHEMA = 10 * 1024 * 1024;

const unreadable = (why: string, suggestedFix: string, cause?: unknown): ApiError =>
  new ApiError("Unprocessable", `The operations were not read: ${why}.`, {
    suggestedFix,
    headers: { "x-should-retry": "false" },
    cause,
  });

/** @throws ApiError Unprocessable for a path that leaves the base URL */
function assertPath(path: string): void {
  const problem = path.startsWith("//") ? "begins with two slashes" : pathProblem(path);
  if (!problem && !/[{}#]/.test(path)) return;
  throw new ApiError("Unprocessable", `The path ${problem ?? "has braces or a fragment"}.`, {
    errors: [`path: ${problem ?? "has braces or a fragment"}`],
    suggestedFix: "Write the part behind the base URL, such as /graphql.",
  });
}

/**
 * The account's credentials; none without an account.
 * @throws ApiError NotFound; Forbidden for an account that may not send requests of the project's own
 */
async function openAccess(
  projectId: string,
  toolkit: CatalogToolkit,
  accountId: string | undefined,
  on: Origin,
): Promise<Access> {
  if (accountId === undefined) return { projectId, values: {}, parameters: [], secrets: [] };
  const account = await resolveAccount(projectId, { connectedAccountId: accountId, toolkitSlug: toolkit.slug });
  assertProxyAllowed(account);
  assertUserAllowed(toolkit, account.userId);
  return accessOfAccount(projectId, toolkit, account, { on });
}

/** @throws ApiError Unprocessable if the endpoint gives no answer that can be a schema */
async function introspect(
  toolkit: CatalogToolkit,
  path: string,
  access: Access,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { projectId, proxy, secrets } = access;
  const url = toAccountUrl(baseUrlOf(toolkit, access) + path, toolkit, access);
  const headers = { ...toolkit.meta.headers, "content-type": "application/json", accept: "application/json" };
  const request = { method: "POST", url, headers, body: JSON.stringify({ query: INTROSPECTION }) };
  try {
    const { status, body } = await send({
      ...{ ...request, ...withCredentials(request, access), projectId, signal },
      ...{ timeoutMs: READ_MS, maxBytes: MAX_SCHEMA },
      ...(proxy && { proxy }),
    });
    if (status === 200) return new Uint8Array(body);
    const isSignIn = status === 401 || status === 403;
    const fix = isSignIn ? "Choose an account whose credentials the endpoint accepts." : "Check the path.";
    throw unreadable(`the endpoint answered ${status}`, fix);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const words = hiderOf(secrets).text(error.message).replace(/\.$/, "");
    throw unreadable(words, "Check the address of the toolkit.", words === error.message ? error : undefined);
  }
}

/**
 * Reads the operations of an endpoint behind the toolkit's base URL.
 * @throws ApiError NotFound for an unknown toolkit or account; Unprocessable for an endpoint that gives no schema;
 *   Forbidden as `openAccess`; Unavailable as `withDocumentPlace`
 */
export async function readGraphqlOperations(
  projectId: string,
  { toolkit_slug: toolkitSlug, path, connected_account_id: accountId }: Input,
  { signal, on }: { signal: AbortSignal; on: Origin },
): Promise<Wire> {
  assertPath(path);
  const { toolkit } = await requireExtensible(projectId, toolkitSlug);
  const access = await openAccess(projectId, toolkit, accountId || undefined, on);
  const { operations, total, problem } = await withDocumentPlace(projectId, async () => {
    const introspection = await introspect(toolkit, path, access, signal);
    return runCompile(projectId, () => ({ introspection }), signal);
  });
  if (problem !== null)
    throw unreadable(hiderOf(access.secrets).text(problem), "Check the path, or write the operation yourself.");
  return hideInside({ operations, total }, access.secrets) as Wire;
}
