/** GET /api/v3/internal/patchbay/newer_release */
import { healthApi } from "@/lib/health/contract";
import { lookForRelease } from "@/lib/health/look-for-release";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(healthApi.getNewerRelease, async () => lookForRelease());
