/** GET /api/v3/internal/patchbay/sandboxes/all */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sandboxesApi } from "@/lib/notebook/sandboxes/contract";
import { describeSandboxes } from "@/lib/notebook/sandboxes/describe-sandboxes";

export const GET = defineRoute(sandboxesApi.listEverySandbox, () => describeSandboxes(null));
