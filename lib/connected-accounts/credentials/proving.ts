/** Checks credentials before they are stored, for schemes that exchange them for a token. */
import { ApiError } from "@/lib/kernel/errors";
import type { AccountValues } from "../account-credentials";
import type { ConnectionContext } from "./context";
import { OAuthFailure } from "../oauth/failure";
import { grantToken } from "../oauth/token-grant";

export type Proven = { values: AccountValues; expiresInSeconds: number | null };

/**
 * The values with their first token; unchanged for schemes without a token exchange.
 * @throws ApiError BadRequest with the provider's message if it refuses them, Unavailable if it cannot be reached
 */
export async function proveValues(
  { scheme, app, given }: Pick<ConnectionContext, "scheme" | "app" | "given">,
  values: AccountValues,
): Promise<Proven> {
  if (!scheme.grant) return { values, expiresInSeconds: null };
  try {
    const tokens = await grantToken({ scheme, app, given, values });
    return { values: { ...values, ...tokens.values }, expiresInSeconds: tokens.expiresInSeconds };
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    if (error.kind === "unreachable")
      throw new ApiError("Unavailable", error.message, { suggestedFix: "Try again in a minute." });
    throw new ApiError("BadRequest", `These credentials give no access. ${error.message}`, {
      suggestedFix: "Check them with the provider and send them again.",
    });
  }
}
