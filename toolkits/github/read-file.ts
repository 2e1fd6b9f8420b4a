/** GitHub: one file at a path, as text and as a file (https://docs.github.com/rest/repos/contents). */
import type { ToolHandler } from "@/lib/catalog/tool-handler";
import { repositoryPath, type Repository } from "./repository-path";

type ReadArguments = Repository & { path?: string; ref?: string; start_line?: number; end_line?: number };
type Content = {
  type?: string;
  name?: string;
  path?: string;
  sha?: string;
  size?: number;
  encoding?: string;
  content?: string;
  html_url?: string;
  target?: string;
};

/** Longer texts are left to the file, or to start_line and end_line. */
const MAX_TEXT_LENGTH = 200_000;

function toText(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The wished lines of a text, cut where they would be too long, and whether they were cut. */
function toLines(text: string, { start_line: start = 1, end_line: end }: ReadArguments): Record<string, unknown> {
  const lines = text.split("\n");
  const total = text.endsWith("\n") ? lines.length - 1 : lines.length;
  const wished = start === 1 && end === undefined ? text : lines.slice(start - 1, end).join("\n");
  const isCut = wished.length > MAX_TEXT_LENGTH;
  // Without the first half of a character whose second half is behind the cut.
  const excerpt = isCut ? wished.slice(0, MAX_TEXT_LENGTH).replace(/[\ud800-\udbff]$/, "") : wished;
  return { text: excerpt, total_lines: total, truncated: isCut };
}

/** Reads a file of a repository; a text comes as text too. */
export const readFile: ToolHandler = async (args: ReadArguments, { call, fail }) => {
  const root = repositoryPath(args);
  const path = (args.path ?? "").replace(/^\/+/, "");
  if (path === "") return fail("path is empty. Give the path of a file, such as src/index.ts.");
  const address = `${root}/contents/${path.split("/").map(encodeURIComponent).join("/")}`;
  const { data } = await call({ method: "GET", path: address, query: { ref: args.ref || undefined } });
  if (Array.isArray(data)) return fail(`${path} is a folder. List it with GITHUB_GET_REPOSITORY_CONTENT.`);
  const file = data as Content;
  if (file.type === "symlink") return fail(`${path} is a link to ${file.target ?? "another place"}. Read that path.`);
  if (file.type === "submodule") return fail(`${path} is another repository, kept as a submodule.`);
  const isWhole = file.encoding === "base64" && (file.content !== "" || file.size === 0);
  // Above 1 MB the content is left out there, and only the Git database has it.
  const blob = isWhole
    ? file
    : ((await call({ method: "GET", path: `${root}/git/blobs/${encodeURIComponent(file.sha ?? "")}` }))
        .data as Content);
  const bytes = Buffer.from(blob.content ?? "", blob.encoding === "utf-8" ? "utf8" : "base64");
  const text = toText(bytes);
  return {
    path: file.path ?? path,
    sha: file.sha,
    size: bytes.length,
    html_url: file.html_url,
    ...(text === null ? { is_text: false } : { is_text: true, ...toLines(text, args) }),
    content: {
      name: file.name ?? path.split("/").at(-1) ?? "file",
      mimetype: text === null ? "application/octet-stream" : "text/plain",
      bytes,
    },
  };
};
