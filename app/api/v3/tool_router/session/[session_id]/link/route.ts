/** POST /api/v3/tool_router/session/{session_id}/link */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { linkInSession } from "@/lib/sessions/meta-tools/connections/link-in-session";
import { metaApi } from "@/lib/sessions/meta-tools/contract";
import { requireSession } from "@/lib/sessions/sessions";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  metaApi.linkInSession,
  async ({ params, body }, { projectId, settings }) =>
    linkInSession(await requireSession(projectId, params.session_id), body, settings),
  rules.inSession,
);
