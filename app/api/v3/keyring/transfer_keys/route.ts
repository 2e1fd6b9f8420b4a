/** GET /api/v3/keyring/transfer_keys */
import { keyringApi } from "@/lib/access/keyring/contract";
import { requireTransferKeys } from "@/lib/access/keyring/find-transfer-keys";
import { rules } from "@/lib/reach/rules";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(
  keyringApi.listTransferKeys,
  async (_, { organizationId }) => {
    const keys = await requireTransferKeys(organizationId);
    return {
      success: true as const,
      active_kid: keys[0].id,
      keys: keys.map(({ id, publicKey }) => ({
        kty: "RSA" as const,
        ...publicKey,
        alg: "RSA-OAEP-256" as const,
        use: "enc" as const,
        kid: id,
      })),
    };
  },
  // The public keys of the organization.
  rules.readsCatalog,
);
