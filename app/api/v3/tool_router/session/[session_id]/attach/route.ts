/** POST /api/v3/tool_router/session/{session_id}/attach */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { requireSession } from "@/lib/sessions/sessions";
import { toSessionAnswer } from "@/lib/sessions/wire";
import { tellUnused } from "../../tell-unused";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  sessionApi.attachSession,
  async ({ params, body }, { projectId }, facts) => {
    const unused = tellUnused(facts);
    const session = await requireSession(projectId, params.session_id);
    return toSessionAnswer(session, { attached: body.experimental, unused });
  },
  rules.inSession,
);
