/** GET, POST /api/v3/internal/patchbay/profile/api_keys */
import { accessApi } from "@/lib/access/contract";
import { createUserKey, findUserKeys, toWireUserKey } from "@/lib/access/keys/create-user-key";
import { assertWholeSignIn } from "@/lib/access/sso/assert-whole-sign-in";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listUserKeys, async (_, { organizationId, by: { userId } }) => ({
  items: (await findUserKeys({ organizationId, userId })).map(toWireUserKey),
}));

export const POST = defineRoute(accessApi.createUserKey, async ({ body }, caller) => {
  assertWholeSignIn(caller);
  const { organizationId, by } = caller;
  const { userId, sessionId } = by;
  const { key, ...row } = await createUserKey(
    { organizationId, userId, sessionId },
    { name: body.name, expiresInDays: body.expires_in_days },
  );
  return { ...toWireUserKey(row), key };
});
