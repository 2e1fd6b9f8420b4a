/** GET /llms.txt */
import { guidesApi } from "@/lib/guides/contract";
import { listGuides } from "@/lib/guides/read-guide";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(
  guidesApi.getGuideIndex,
  async () => new Response(listGuides(), { headers: { "content-type": "text/plain; charset=utf-8" } }),
);
