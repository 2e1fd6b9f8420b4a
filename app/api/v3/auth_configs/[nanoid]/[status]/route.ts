/** PATCH /api/v3/auth_configs/{nanoid}/{status} */
import { setAuthConfigEnabled } from "@/lib/auth-configs/auth-configs";
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const PATCH = defineRoute(
  authConfigsApi.updateAuthConfigStatus,
  async ({ params }, { projectId }) => {
    const { nanoid: id, status } = params;
    await setAuthConfigEnabled(projectId, id, status === "ENABLED");
    return { success: true, message: `The auth config was ${status.toLowerCase()}.` };
  },
  rules.changesConfig,
);
