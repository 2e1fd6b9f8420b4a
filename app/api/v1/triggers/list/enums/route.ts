/** GET /api/v1/triggers/list/enums */
import { findTriggerSlugs } from "@/lib/catalog/read/find-trigger-type";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toLines } from "@/lib/legacy/to-lines";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";

export const GET = defineRawRoute(olderTriggersApi.listTriggerNames, async () => toLines(await findTriggerSlugs()));
