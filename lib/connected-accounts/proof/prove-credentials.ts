/** Proves new credentials that are not stored yet: they get their token, and the provider is asked whose they are. */
import { openProxy } from "@/lib/auth-configs/seal-proxy";
import { ApiError } from "@/lib/kernel/errors";
import { overLimit } from "@/lib/kernel/rate-limit/over-limit";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import type { AccountValues } from "../account-values";
import type { CurrentUser } from "../current-user";
import type { ConnectionContext } from "../credentials/connection-context";
import { toUsable } from "../credentials/open-credentials";
import { askCurrentUser } from "./ask-current-user";
import type { Verdict } from "./judge";

/** How many proofs one project may ask for: whoever found keys must not learn here in bulk which of them work. */
const LIMIT = { requests: 120, seconds: 60 };

/** A program that brings many accounts at once must not keep people from proving what they type. */
const LATER = { requests: 60, seconds: 60 };

/** Whether another job is allowed to ask about an account that a program brought. */
export const mayAskLater = async (projectId: string): Promise<boolean> =>
  (await takeToken({ subject: `proof-later:${projectId}`, ...LATER })).allowed;

/** Counts a proof against the limit of the project. @throws ApiError TooManyRequests */
export async function countProof(projectId: string): Promise<void> {
  const state = await takeToken({ subject: `proof:${projectId}`, ...LIMIT });
  if (!state.allowed) throw overLimit("project's checks of credentials", state);
}

/**
 * The provider's verdict on the credentials of a new connection; null if its toolkit cannot ask.
 * @param values the connection's own values, with their token where the scheme exchanges them for one
 * @throws ApiError TooManyRequests
 */
export async function proveCredentials(context: ConnectionContext, values: AccountValues): Promise<Verdict | null> {
  const { config, app, given: sharedValues, toolkit, scheme } = context;
  const { projectId } = config;
  if (!toolkit.currentUserEndpoint) return null;
  await countProof(projectId);
  const place = { projectId, toolkitSlug: toolkit.slug };
  try {
    const usable = await toUsable(place, scheme, { config: app.values, given: sharedValues, own: values });
    const proxy = openProxy(projectId, config.id, config.proxy);
    return await askCurrentUser({ projectId, toolkit, scheme, usable, proxy });
  } catch (error) {
    // No request can be built from these values: requests of tools will report the reason.
    if (error instanceof ApiError) return { kind: "unclear" };
    throw error;
  }
}

/** Whom accepted credentials belong to. */
export const userOf = (verdict: Verdict | null): CurrentUser | null =>
  verdict?.kind === "accepted" ? verdict.user : null;

/** The secret fields that a refusal is about: those of the connection that were filled in. */
export const refusedFields = ({ scheme, given: sharedValues }: ConnectionContext, values: AccountValues): string[] => {
  const ownFields = scheme.fields.connectedAccountInitiation.filter(({ name }) => values[name] && !sharedValues[name]);
  const secret = ownFields.filter(({ isSecret }) => isSecret);
  return (secret.length > 0 ? secret : ownFields).map(({ name }) => name);
};

/**
 * @throws ApiError BadRequest naming the fields that the provider refuses, Unavailable if it could not be asked
 */
export async function assertAccepted(context: ConnectionContext, values: AccountValues): Promise<CurrentUser | null> {
  const verdict = await proveCredentials(context, values);
  const { name } = context.toolkit;
  if (verdict?.kind === "refused") {
    const fields = refusedFields(context, values);
    throw new ApiError("BadRequest", `${name} does not accept these credentials.`, {
      errors: (fields.length > 0 ? fields : ["access_token"]).map(
        (field) => `connection.state.val.${field}: ${name} does not accept it.`,
      ),
      suggestedFix: "Correct the fields named in errors, or leave validate_credentials out to store them as they are.",
    });
  }
  if (verdict?.kind === "unclear")
    throw new ApiError("Unavailable", `${toUnclearSentence(name, verdict)} Nothing was stored.`, {
      suggestedFix: "Send the request again later, or leave validate_credentials out to store them as they are.",
    });
  return userOf(verdict);
}

/** Why nothing is known of credentials. */
export const toUnclearSentence = (toolkit: string, { status }: Extract<Verdict, { kind: "unclear" }>): string =>
  status === undefined
    ? `${toolkit} could not be reached, so the credentials were not checked.`
    : `${toolkit} answered with the status ${status}, so the credentials were not checked.`;
