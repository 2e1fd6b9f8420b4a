/** GET /api/openapi.json */
import { createHash } from "node:crypto";
import { operations } from "@/lib/api";
import { openApiDocument } from "@/lib/contract/openapi";
import { healthApi } from "@/lib/health/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonText } from "@/lib/http/api-door/json-text";
import { env } from "@/lib/kernel/process/env";
import { processMemory } from "@/lib/kernel/process-memory";
import { VERSION } from "@/lib/kernel/process/version";

/** Operations do not change while a process runs, and everybody can request them. */
const document = () =>
  processMemory("openapi", () => {
    const text = JSON.stringify(openApiDocument(operations, { version: VERSION, serverUrl: env().publicUrl }));
    return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
  });

export const GET = defineRoute(healthApi.getOpenApi, async (_, __, { answer }) => {
  const { text, etag } = document();
  answer.set("etag", etag);
  answer.set("cache-control", "no-cache");
  return new JsonText(() => text);
});
