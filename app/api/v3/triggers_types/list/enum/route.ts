/** GET /api/v3/triggers_types/list/enum */
import { findTriggerSlugs } from "@/lib/catalog/read/find-trigger-type";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(triggersApi.listTriggerSlugs, findTriggerSlugs, rules.readsCatalog);
