/** GET, POST /api/v3/internal/patchbay/profile/api_keys */
import { accessApi } from "@/lib/access/contract";
import { createUserKey, findUserKeys, toWireUserKey } from "@/lib/access/keys/create-user-key";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listUserKeys, async (_, { organizationId, by: { userId } }) => ({
  items: (await findUserKeys({ organizationId, userId })).map(toWireUserKey),
}));

export const POST = defineRoute(
  accessApi.createUserKey,
  async ({ body }, { organizationId, by: { userId, sessionId } }) => {
    const { key, ...row } = await createUserKey(
      { organizationId, userId, sessionId },
      { name: body.name, expiresInDays: body.expires_in_days },
    );
    return { ...toWireUserKey(row), key };
  },
);
