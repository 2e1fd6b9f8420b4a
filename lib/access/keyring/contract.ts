/** Keys to which programs seal secrets, so that only this server can read them on their way. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Keyring";

const TransferKey = z.object({
  kty: z.literal("RSA"),
  n: z.string(),
  e: z.string(),
  alg: z.literal("RSA-OAEP-256"),
  use: z.literal("enc"),
  kid: z.string(),
});

const TransferKeys = z.object({
  success: z.literal(true),
  /** The key to seal new secrets to. */
  active_kid: z.string(),
  /** Newest first. */
  keys: z.array(TransferKey),
});

export const keyringApi = {
  listTransferKeys: operation({
    id: "keyring.listTransferKeys",
    method: "GET",
    path: "/api/v3/keyring/transfer_keys",
    tag,
    auth: "project",
    permission: "auth_configs:read",
    audit: "none",
    summary: "List the public keys to which secrets can be sealed; 404 while the organization has none",
    description:
      "A secret is sealed as a compact JWE (RFC 7516) with RSA-OAEP-256 and A256GCM and the kid of the key, " +
      "and sent in sealed_credentials of an auth config.",
    response: TransferKeys,
  }),
  getKeyring: operation({
    id: "getKeyring",
    method: "GET",
    path: "/api/v3/internal/patchbay/keyring/transfer_keys",
    own: true,
    tag,
    auth: "session",
    permission: "project:read",
    audit: "none",
    summary: "List the ids of the organization's transfer keys, newest first; none while sealing is turned off",
    response: z.object({ items: z.array(z.object({ id: z.string(), created_at: z.iso.datetime() })) }),
  }),
  addTransferKey: operation({
    id: "addTransferKey",
    method: "POST",
    path: "/api/v3/internal/patchbay/keyring/transfer_keys",
    own: true,
    tag,
    auth: "session",
    permission: "organization:write",
    audit: "transfer_key.create",
    summary: "Make a new transfer key, to which new secrets are sealed; the first one turns sealing on",
    description: "The four keys before it still open what was sealed to them; older keys are deleted.",
    response: z.object({ id: z.string() }),
    status: 201,
  }),
  deleteTransferKeys: operation({
    id: "deleteTransferKeys",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/keyring/transfer_keys",
    own: true,
    tag,
    auth: "session",
    permission: "organization:write",
    audit: "transfer_key.delete",
    summary: "Delete all transfer keys, which turns sealing off; stored credentials stay",
    response: z.object({ deleted: z.number().int() }),
  }),
};
