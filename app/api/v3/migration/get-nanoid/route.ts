/** GET /api/v3/migration/get-nanoid */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { migrationApi } from "@/lib/legacy/migration/contract";
import { findNanoid } from "@/lib/legacy/migration/find-nanoid";

export const GET = defineRoute(migrationApi.getNanoid, ({ query }, { projectId }) => findNanoid(projectId, query));
