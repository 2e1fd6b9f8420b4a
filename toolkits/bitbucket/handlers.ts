/** Bitbucket's tools that write files, of snippets and of repositories: files go into a form. */
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

type Commit = Partial<Record<"workspace" | "repo_slug" | "branch" | "message" | "author" | "parents", string>> & {
  contents?: { path: string; content: string }[];
  files?: string[];
};

/** A slash in front keeps the path of a file apart from the form's own fields, such as `message`. */
const rooted = (path: string): string => `/${path.replace(/^\/+/, "")}`;

/** A path that has no content is deleted (https://developer.atlassian.com/cloud/bitbucket/rest/api-group-source/). */
const createCommit: ToolHandler = async (
  { workspace = "", repo_slug = "", contents = [], files = [], ...facts }: Commit,
  { call, fail },
) => {
  if (contents.length === 0 && files.length === 0) fail("Name what the commit changes: contents, files or both.");
  const { headers } = await call({
    method: "POST",
    path: `/repositories/${encodeURIComponent(workspace)}/${encodeURIComponent(repo_slug)}/src`,
    ...multipartForm([
      ...(["branch", "message", "author", "parents"] as const).map((name): FormField => [name, facts[name]]),
      ...contents.map(({ path, content }): FormField => [rooted(path), content]),
      ...files.map((path): FormField => ["files", rooted(path)]),
    ]),
  });
  return { commit_url: headers.location ?? null };
};

export const handlers: ToolHandlers = { createSnippet, updateSnippet, createCommit };
