/** GET /api/docs/{group}/{guide} */
import { guidesApi } from "@/lib/guides/contract";
import { readGuide } from "@/lib/guides/read-guide";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(
  guidesApi.getGuide,
  async (_request, _caller, { params }) =>
    new Response(await readGuide(params.group ?? "", params.guide ?? ""), {
      headers: { "content-type": "text/markdown; charset=utf-8" },
    }),
);
