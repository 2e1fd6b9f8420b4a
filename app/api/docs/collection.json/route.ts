/** GET /api/docs/collection.json */
import { operations } from "@/lib/api";
import { guidesApi } from "@/lib/guides/contract";
import { readCollection } from "@/lib/guides/reference/read-collection";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonText } from "@/lib/http/api-door/json-text";

export const GET = defineRoute(guidesApi.getCollection, async () => new JsonText(() => readCollection(operations)));
