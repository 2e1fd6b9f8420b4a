/** Checks credentials before they are stored, for schemes that exchange them for a token. */
import { ApiError } from "@/lib/kernel/errors";
import type { AccountValues } from "../account-values";
import type { ConnectionContext } from "./connection-context";
import { discoverValues, splitDiscovered, type Discovered } from "../oauth/discover-values";
import { OAuthFailure } from "../oauth/oauth-failure";
import { grantToken } from "../oauth/grant-token";

export type Proven = { values: AccountValues; expiresInSeconds: number | null; detail?: string };

type Context = Pick<ConnectionContext, "scheme" | "app" | "given">;

/** Adds the values discovered at the provider, if the connection's scheme has requests for them. */
async function withPlace({ scheme, app, given: sharedValues }: Context, proven: Proven): Promise<Proven> {
  if (!scheme.discover) return proven;
  const { given: named, earlier } = splitDiscovered(scheme, proven.values);
  const values = { ...sharedValues, ...proven.values };
  const discovery = await discoverValues({ scheme, app, named: { ...sharedValues, ...named }, earlier, values });
  return { ...proven, values: { ...named, ...discovery.values }, ...(discovery.note && { detail: discovery.note }) };
}

function toApiError({ kind, message }: OAuthFailure, otherwise: string): ApiError {
  if (kind === "unreachable") return new ApiError("Unavailable", message, { suggestedFix: "Try again in a minute." });
  return new ApiError("BadRequest", `${otherwise} ${message}`, {
    suggestedFix: "Check them with the provider and send them again.",
  });
}

/**
 * The values with their first token and with the values discovered at the provider; unchanged for schemes that have
 * neither.
 * @throws ApiError BadRequest with the provider's message if it refuses them, Unavailable if it cannot be reached
 */
export async function proveValues(context: Context, values: AccountValues): Promise<Proven> {
  const { scheme, app, given: sharedValues } = context;
  try {
    if (!scheme.grant || values.access_token) return await withPlace(context, { values, expiresInSeconds: null });
    const tokens = await grantToken({ scheme, app, given: sharedValues, values });
    const granted = { values: { ...values, ...tokens.values }, expiresInSeconds: tokens.expiresInSeconds };
    return await withPlace(context, granted);
  } catch (error) {
    throw error instanceof OAuthFailure ? toApiError(error, "These credentials give no access.") : error;
  }
}

/**
 * The place that a caller names, among the places that the person of a working connection gave access to.
 * @param values all values of the connection, with its token
 * @throws ApiError BadRequest that lists the places if it is none of them, Unavailable if the provider cannot be
 * reached
 */
export async function placeOf(
  { scheme, app }: Context,
  values: AccountValues,
  named: AccountValues,
): Promise<Discovered> {
  try {
    return await discoverValues({ scheme, app, named, values, checked: true });
  } catch (error) {
    throw error instanceof OAuthFailure ? toApiError(error, "The connection was not changed.") : error;
  }
}
