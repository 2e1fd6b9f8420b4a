/** A link for the session's user to connect a toolkit, for the client that requests it. */
import type { z } from "zod";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { ApiError } from "@/lib/kernel/errors";
import { allowsToolkit } from "../../rules/session-rules";
import type { Session } from "../../session";
import type { metaApi } from "../contract";
import type { MetaCaller } from "../meta-call";
import { linkToolkit } from "./link-toolkit";

/**
 * @param terms whether the project's app verifies who comes back, and how long the link works
 * @throws ApiError Forbidden for a toolkit outside the session's rules; BadRequest for a toolkit without accounts; as
 *   `linkToolkit`
 */
export async function linkInSession(
  session: Session,
  { toolkit: slug, callback_url: callbackUrl, alias }: z.output<typeof metaApi.linkInSession.body>,
  { verifiesCallbacks, linkMinutes }: MetaCaller["settings"],
): Promise<z.input<typeof metaApi.linkInSession.response>> {
  const toolkit = await requireToolkit(session.projectId, slug);
  if (!allowsToolkit(session, toolkit.slug))
    throw new ApiError("Forbidden", `The session does not allow the toolkit ${slug}.`, {
      suggestedFix: "Use another toolkit, or change the session's toolkits.",
    });
  if (toolkit.noAuth)
    throw new ApiError("BadRequest", `${toolkit.name} needs no connection.`, { suggestedFix: "Execute its tools." });
  const terms = { verified: verifiesCallbacks, linkMinutes };
  const way = await linkToolkit(session, toolkit.slug, { callbackUrl, alias, another: true, ...terms });
  return {
    link_token: way.token,
    redirect_url: way.url,
    connected_account_id: way.account.id,
    expires_at: way.expiresAt.toISOString(),
  };
}
