/** The sign-in by an organization's own OpenID provider. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_ID } from "@/lib/contract/texts";
import { Email } from "../people/profile.contract";

const open = { own: true, tag: "Session", auth: "none", permission: "public", audit: "none" } as const;
const path = "/api/v3/internal/patchbay/sign_in/sso";

export const ssoSignInApi = {
  beginSso: operation({
    ...open,
    id: "sso.beginSignIn",
    method: "POST",
    path,
    summary: "Get the address at which a person with this email signs in",
    description: "The answer sets a cookie, so that only the same browser can finish within ten minutes.",
    body: z.strictObject({
      email: Email,
      next: z.string().max(1000).optional().meta({ description: "The path of this server to open afterwards" }),
      again: z
        .boolean()
        .default(false)
        .meta({ description: "Asks the provider for the person's credentials, also if they are signed in there" }),
    }),
    response: z.object({ url: z.string() }),
  }),
  listSsoKeys: operation({
    ...open,
    id: "sso.listKeys",
    method: "GET",
    path: `${path}/{provider_id}/keys`,
    summary: "The public key by which this server proves itself to a provider (a JWKS)",
    params: z.object({ provider_id: z.string().min(1).max(MAX_ID) }),
    response: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
  }),
  finishSso: operation({
    ...open,
    id: "sso.finishSignIn",
    method: "GET",
    path: `${path}/{provider_id}/callback`,
    summary: "Where a provider sends a person back to; leads to the dashboard or the sign-in page",
    params: z.object({ provider_id: z.string().min(1).max(MAX_ID) }),
    response: z.unknown(),
    status: 200,
  }),
};
