/** The contents of file arguments. This server has no file storage yet, so a tool runs without them or not at all. */
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { ApiError } from "@/lib/kernel/errors";

/** The arguments that a request sends as files. */
function fileKeys({ body }: ToolRequest): string[] {
  if (!body) return [];
  if (body.mode !== "flat") return body.mode === "file" ? [body.key] : [];
  return body.fields.filter((field) => field.as === "file").map((field) => field.key);
}

/** @throws ApiError BadRequest naming the file argument that was given */
export function assertNoFiles(request: ToolRequest, args: Readonly<Record<string, unknown>>): void {
  const given = fileKeys(request).find((key) => args[key] !== undefined && typeof args[key] !== "string");
  if (given !== undefined) throw new ApiError("BadRequest", `${given}: this server does not take files as arguments yet.`, { suggestedFix: "Send the content as text where the tool allows it, or use POST /api/v3/tools/execute/proxy with binary_body." });
}
