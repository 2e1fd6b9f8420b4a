/** What an MCP client wants for the answer of a call: members of the request's `_meta`. */
import { CacheWish } from "@/lib/contract/cache-wish";
import { ResponseShape } from "@/lib/contract/response-shape";
import { readArguments } from "@/lib/sessions/meta-tools/read-arguments";

type Meta = Readonly<Record<string, unknown>>;

/** @throws ApiError Unprocessable for members that are no such wishes */
export function readAnswerWishes(meta: Meta): { response?: ResponseShape; cache?: CacheWish } {
  const { "patchbay/response": response, "patchbay/cache": cache } = meta;
  if (response === undefined && cache === undefined) return {};
  return {
    ...(response !== undefined && { response: readArguments(ResponseShape, response as Meta) }),
    ...(cache !== undefined && { cache: readArguments(CacheWish, cache as Meta) }),
  };
}
