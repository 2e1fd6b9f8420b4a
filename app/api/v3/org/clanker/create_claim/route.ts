/** POST /api/v3/org/clanker/create_claim */
import { accessApi } from "@/lib/access/contract";
import { refuseClaim } from "@/lib/access/people/resolve-consumer-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.createClaim, async () => refuseClaim());
