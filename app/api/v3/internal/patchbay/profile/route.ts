/** GET, PATCH /api/v3/internal/patchbay/profile */
import { requireSessionUser } from "@/lib/access/caller";
import { accessApi } from "@/lib/access/contract";
import { requireProfile, updateProfile } from "@/lib/access/profile";
import { toWireProfile } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(accessApi.getProfile, async (_, caller) =>
  toWireProfile(await requireProfile(requireSessionUser(caller))),
);

export const PATCH = defineRoute(accessApi.updateProfile, async ({ body }, caller) =>
  toWireProfile(await updateProfile(requireSessionUser(caller), body)),
);
