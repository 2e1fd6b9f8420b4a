/** Addresses and texts of Jira's issues, for all of its tools. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";
import { toRichText, type RichText } from "./rich-text";

export const API = "/rest/api/3";

/** Jira takes no longer text in a description or a comment. */
const MAX_TEXT_LENGTH = 32_767;

export const issuePath = (id: string | undefined): string => `${API}/issue/${encodeURIComponent(id ?? "")}`;

/** A text as a document; ends the tool if Jira would refuse its length. `name` is the argument's. */
export function richText(name: string, text: string, fail: HandlerTools["fail"]): RichText {
  if (text.length > MAX_TEXT_LENGTH)
    return fail(
      `${name} has ${text.length} characters, and Jira takes ${MAX_TEXT_LENGTH} at most. Shorten it, or attach the rest as a file.`,
    );
  return toRichText(text);
}
