/** GET /llms-full.txt */
import { guidesApi } from "@/lib/guides/contract";
import { readAllGuides } from "@/lib/guides/read-guide";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(
  guidesApi.getAllGuides,
  async () => new Response(await readAllGuides(), { headers: { "content-type": "text/plain; charset=utf-8" } }),
);
