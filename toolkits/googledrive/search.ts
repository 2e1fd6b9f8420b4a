/** Finds files by plain words, without Drive's query language. */
import { quotedText } from "@/lib/catalog/quoted-text";
import type { ToolHandler } from "@/lib/catalog/tool-handler";

const KINDS: Readonly<Record<string, string>> = {
  document: "mimeType = 'application/vnd.google-apps.document'",
  spreadsheet: "mimeType = 'application/vnd.google-apps.spreadsheet'",
  presentation: "mimeType = 'application/vnd.google-apps.presentation'",
  folder: "mimeType = 'application/vnd.google-apps.folder'",
  pdf: "mimeType = 'application/pdf'",
  image: "mimeType contains 'image/'",
  video: "mimeType contains 'video/'",
  audio: "mimeType contains 'audio/'",
};

type FileSearch = {
  query?: string;
  search_in?: "name" | "content" | "both";
  kind?: string;
  folder_id?: string;
  owner?: string;
  modified_after?: string;
  shared_with_me?: boolean;
  include_trashed?: boolean;
  max_results?: number;
  page_token?: string;
};

function wordsOf({ query, search_in: place = "both" }: FileSearch): string[] {
  if (!query) return [];
  const [byName, byContent] = [`name contains ${quotedText(query)}`, `fullText contains ${quotedText(query)}`];
  return [place === "name" ? byName : place === "content" ? byContent : `(${byName} or ${byContent})`];
}

const conditionsOf = (args: FileSearch): string =>
  [
    ...wordsOf(args),
    ...(args.kind ? [KINDS[args.kind] ?? `mimeType = ${quotedText(args.kind)}`] : []),
    ...(args.folder_id ? [`${quotedText(args.folder_id)} in parents`] : []),
    ...(args.owner ? [`${quotedText(args.owner)} in owners`] : []),
    ...(args.modified_after ? [`modifiedTime > ${quotedText(args.modified_after)}`] : []),
    ...(args.shared_with_me ? ["sharedWithMe = true"] : []),
    ...(args.include_trashed ? [] : ["trashed = false"]),
  ].join(" and ");

type Answer = { files?: unknown[]; nextPageToken?: string; incompleteSearch?: boolean };

export const searchFiles: ToolHandler = async (args: FileSearch, { call }) => {
  const isFullText = args.query !== undefined && args.search_in !== "name";
  const { data } = await call({
    method: "GET",
    path: "/files",
    query: {
      q: conditionsOf(args),
      pageSize: args.max_results ?? 20,
      pageToken: args.page_token,
      supportsAllDrives: true,
      includeItemsFromAllDrives: true,
      // Drive gives full-text answers by relevance only.
      orderBy: isFullText ? undefined : "modifiedTime desc",
      fields:
        "nextPageToken,incompleteSearch,files(id,name,mimeType,webViewLink,parents,size,modifiedTime,shared," +
        "owners(displayName,emailAddress))",
    },
  });
  const { files = [], nextPageToken, incompleteSearch } = data as Answer;
  return {
    files,
    ...(nextPageToken ? { next_page_token: nextPageToken } : {}),
    is_complete: !nextPageToken && incompleteSearch !== true,
  };
};
