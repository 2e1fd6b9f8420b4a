/** POST /api/v3/internal/patchbay/added_tools/graphql_operations */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { addedToolsApi } from "@/lib/own-toolkits/added/contract";
import { readGraphqlOperations } from "@/lib/own-toolkits/added/read-graphql-operations";

export const POST = defineRoute(addedToolsApi.readGraphqlOperations, ({ body }, { projectId }, { signal, requestId }) =>
  readGraphqlOperations(projectId, body, { signal, on: { requestId } }),
);
