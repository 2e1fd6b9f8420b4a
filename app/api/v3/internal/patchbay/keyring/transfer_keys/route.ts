/** GET, POST, DELETE /api/v3/internal/patchbay/keyring/transfer_keys */
import { keyringApi } from "@/lib/access/keyring/contract";
import { addTransferKey, deleteTransferKeys, findTransferKeys } from "@/lib/access/keyring/find-transfer-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(keyringApi.getKeyring, async (_, { organizationId }) => ({
  items: (await findTransferKeys(organizationId)).map(({ id, createdAt }) => ({
    id,
    created_at: createdAt.toISOString(),
  })),
}));

export const POST = defineRoute(keyringApi.addTransferKey, async (_, { organizationId }) => ({
  id: await addTransferKey(organizationId),
}));

export const DELETE = defineRoute(keyringApi.deleteTransferKeys, async (_, { organizationId }, { tell }) => {
  const deleted = await deleteTransferKeys(organizationId);
  tell({ deleted: String(deleted) });
  return { deleted };
});
