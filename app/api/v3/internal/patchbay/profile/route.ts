/** GET, PATCH /api/v3/internal/patchbay/profile */
import { accessApi } from "@/lib/access/contract";
import { requireProfile, updateProfile } from "@/lib/access/people/profile";
import { toWireProfile } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getProfile, async (_, { userId }) =>
  toWireProfile(await requireProfile(userId)),
);

export const PATCH = defineRoute(accessApi.updateProfile, async ({ body }, { userId }) =>
  toWireProfile(await updateProfile(userId, body)),
);
