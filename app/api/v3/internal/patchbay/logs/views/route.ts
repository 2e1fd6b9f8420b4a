/** GET, POST /api/v3/internal/patchbay/logs/views */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { savedViewsApi } from "@/lib/logs/views/contract";
import { createSavedView, listSavedViews } from "@/lib/logs/views/saved-views";

export const GET = defineRoute(savedViewsApi.listSavedViews, async ({ query }, { projectId, by }) => ({
  items: await listSavedViews({ projectId, userId: by.userId }, query.page),
}));

export const POST = defineRoute(savedViewsApi.createSavedView, ({ body }, { projectId, by }) =>
  createSavedView({ projectId, userId: by.userId }, body),
);
