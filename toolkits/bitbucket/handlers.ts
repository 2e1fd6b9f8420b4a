/** Bitbucket's tools for snippets that write files, which go into a form. */
import { multipartForm, type FormField } from "@/lib/catalog/multipart-form";
import type { HandlerRequest, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type TextFile = { name: string; content: string };
type Snippet = { title?: string; is_private?: boolean; files?: TextFile[]; delete_files?: string[] };

const toField = ({ name, content }: TextFile): FormField => [
  "file",
  { name, mimetype: "text/plain", bytes: Buffer.from(content) },
];

/**
 * The body of a write: JSON without files, else a form, as JSON holds no content of files
 * (https://developer.atlassian.com/cloud/bitbucket/rest/api-group-snippets/). In JSON, null removes a title.
 */
function bodyOf({
  title,
  is_private,
  files = [],
  delete_files = [],
}: Snippet): Pick<HandlerRequest, "body" | "headers" | "rawBody"> {
  if (files.length === 0 && delete_files.length === 0)
    return { body: { ...(title === undefined ? {} : { title: title || null }), is_private } };
  return multipartForm([
    ["title", title],
    ["is_private", is_private],
    ...files.map(toField),
    ...delete_files.map((name): FormField => ["files", name]),
  ]);
}

const pathOf = (...parts: (string | undefined)[]): string =>
  ["/snippets", ...parts.flatMap((part) => (part ? [encodeURIComponent(part)] : []))].join("/");

const createSnippet: ToolHandler = async (args: Snippet & { workspace?: string }, { call }) => {
  const { data } = await call({ method: "POST", path: pathOf(args.workspace), ...bodyOf(args) });
  return data as Record<string, unknown>;
};

type Place = { workspace?: string; encoded_id?: string; node_id?: string };

const updateSnippet: ToolHandler = async (args: Snippet & Place, { call, fail }) => {
  const { workspace, encoded_id, node_id } = args;
  if ([args.title, args.is_private, args.files, args.delete_files].every((value) => value === undefined))
    fail("Name what changes: title, files, delete_files or is_private.");
  const { data } = await call({ method: "PUT", path: pathOf(workspace, encoded_id, node_id), ...bodyOf(args) });
  return data as Record<string, unknown>;
};

export const handlers: ToolHandlers = { createSnippet, updateSnippet };
