/** GET /api/docs/{group}/{guide} */
import { operations } from "@/lib/api";
import { guidesApi } from "@/lib/guides/contract";
import { readGuide } from "@/lib/guides/read-guide";
import { readOperation } from "@/lib/guides/reference/read-collection";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(guidesApi.getGuide, async (_request, _caller, { params }) => {
  const { group = "", guide = "" } = params;
  const text = await (group === "api" ? readOperation(operations, guide) : readGuide(group, guide));
  return new Response(text, { headers: { "content-type": "text/markdown; charset=utf-8" } });
});
