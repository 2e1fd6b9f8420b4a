/** POST /api/v3/internal/patchbay/profile/passkeys/options */
import { accessApi } from "@/lib/access/contract";
import { beginPasskey } from "@/lib/access/factors/add-passkey";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.beginPasskey, (_, { userId }) => beginPasskey(userId));
