/** GET, POST /api/v3/internal/patchbay/profile/passkeys */
import { accessApi } from "@/lib/access/contract";
import { addPasskey, listPasskeys } from "@/lib/access/factors/add-passkey";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listPasskeys, (_, { userId }) => listPasskeys(userId));

export const POST = defineRoute(accessApi.createPasskey, ({ body: { name, attestation } }, caller) =>
  addPasskey(caller, name, attestation),
);
