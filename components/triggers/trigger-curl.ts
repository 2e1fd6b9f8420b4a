/** The request that sets up a trigger. Pure. */
import { toShellWord } from "@/components/catalog/snippets";

export const toUpsertCurl = (origin: string, slug: string, body: unknown): string =>
  [
    `curl -X POST ${origin}/api/v3/trigger_instances/${encodeURIComponent(slug)}/upsert \\`,
    `  -H "x-api-key: $PATCHBAY_API_KEY" \\`,
    `  -H "content-type: application/json" \\`,
    `  -d ${toShellWord(JSON.stringify(body, null, 2))}`,
  ].join("\n");
