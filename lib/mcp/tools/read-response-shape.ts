/** How small an MCP client wants the answer of a call: a member of the request's `_meta`. */
import { ResponseShape } from "@/lib/contract/response-shape";
import { readArguments } from "@/lib/sessions/meta-tools/read-arguments";

/** The member of `_meta`. */
export const RESPONSE = "patchbay/response";

/** @throws ApiError for a value that is no such wish */
export const readResponseShape = (value: unknown): ResponseShape =>
  readArguments(ResponseShape, value as Record<string, unknown>);
