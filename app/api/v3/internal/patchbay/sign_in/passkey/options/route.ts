/** POST /api/v3/internal/patchbay/sign_in/passkey/options */
import { accessApi } from "@/lib/access/contract";
import { beginPasskeySignIn } from "@/lib/access/factors/sign-in-by-passkey";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.beginPasskeySignIn, (_, _caller, { address }) => beginPasskeySignIn(address));
