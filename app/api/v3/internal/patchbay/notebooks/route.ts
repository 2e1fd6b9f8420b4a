/** GET, POST /api/v3/internal/patchbay/notebooks */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { savedNotebooksApi } from "@/lib/notebook/saved/contract";
import { createNotebook, listNotebooks } from "@/lib/notebook/saved/notebooks";

export const GET = defineRoute(savedNotebooksApi.listNotebooks, ({ query }, { projectId }) =>
  listNotebooks(projectId, query),
);

export const POST = defineRoute(savedNotebooksApi.createNotebook, ({ body }, { projectId }) =>
  createNotebook(projectId, body),
);
