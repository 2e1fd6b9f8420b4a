/** A caller's text inside a provider's query, for handlers that build queries. Pure. */
import { ApiError } from "@/lib/kernel/errors";

/** A query is part of a URL, and no provider accepts a longer URL. */
const MAX_QUERY_TEXT = 10_000;

/**
 * A text between quotation marks, with a backslash before each mark and backslash in it, as Google's query languages
 * have it (AIP-160, Drive's search terms, GAQL).
 * @throws ApiError BadRequest for a text that no query can hold
 */
export function quotedText(text: string, mark: "'" | '"' = "'"): string {
  if (text.length > MAX_QUERY_TEXT)
    throw new ApiError("BadRequest", `A text of ${text.length} characters is too long for the provider's query.`, {
      suggestedFix: `Send ${MAX_QUERY_TEXT} characters at most.`,
    });
  return `${mark}${text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`)}${mark}`;
}
