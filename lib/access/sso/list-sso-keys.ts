/** The public keys of this server at one provider, for the provider that reads them. */
import type { z } from "zod";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { takeSsoToken } from "./begin-sso";
import { openNextKey, openSigningKey, toPublicKey } from "./sign-assertion";
import type { ssoSignInApi } from "./sign-in.contract";

/** @throws ApiError NotFound for a provider without a key; TooManyRequests */
export async function listSsoKeys(
  providerId: string,
  address: string | undefined,
): Promise<z.input<typeof ssoSignInApi.listSsoKeys.response>> {
  await takeSsoToken("keys", address);
  const provider = await db.ssoProvider.findUnique({ where: { id: providerId } });
  const key = provider && openSigningKey(provider);
  if (!key)
    throw new ApiError("NotFound", "There is no such provider with a key.", {
      suggestedFix: "Copy the address of the key again from the settings of single sign-on.",
    });
  const next = openNextKey(provider);
  return { keys: [key, ...(next ? [next] : [])].map(toPublicKey) };
}
