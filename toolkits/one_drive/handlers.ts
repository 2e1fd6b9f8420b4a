/** OneDrive tools that name a folder by id or path, or send a file's bytes. */
import type { HandlerCall, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { fileHandlers } from "./files";
import { itemPath } from "./paths";

type Values = Record<string, unknown>;
type Item = Values & { name?: string; folder?: unknown };

/**
 * Creates the file; an existing file with the name is kept, too
 * (https://learn.microsoft.com/graph/api/driveitem-put-content).
 */
async function putFile(
  call: HandlerCall,
  folder: string | undefined,
  name: string,
  type: string,
  rawBody: string | Uint8Array,
): Promise<Values> {
  const path = `${itemPath(folder).child(name)}/content`;
  return (
    await call({
      method: "PUT",
      path,
      query: { "@microsoft.graph.conflictBehavior": "rename" },
      headers: { "content-type": type.replace(/[\r\n]/g, "") },
      rawBody,
    })
  ).data as Values;
}

/** At most this many pages of a folder are looked through. */
const MAX_PAGES = 20;

const findNamed =
  (isWanted: (item: Item) => boolean): ToolHandler =>
  async (args: { name?: string; folder?: string }, { call }) => {
    const items: Item[] = [];
    let path: string | undefined = `${itemPath(args.folder).item}/children`;
    let query: Record<string, number> | undefined = { $top: 200 };
    for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
      const answer = (await call({ method: "GET", path, ...(query ? { query } : {}) })).data as {
        value?: Item[];
        "@odata.nextLink"?: string;
      };
      items.push(
        ...(answer.value ?? []).filter(
          (item) => isWanted(item) && (args.name === undefined || item.name?.toLowerCase() === args.name.toLowerCase()),
        ),
      );
      [path, query] = [answer["@odata.nextLink"], undefined];
    }
    return { found: items.length > 0, items, is_complete: path === undefined };
  };

export const handlers: ToolHandlers = {
  ...fileHandlers,
  createFolder: async (args: { name?: string; parent_folder?: string }, { call }) =>
    (
      await call({
        method: "POST",
        path: `${itemPath(args.parent_folder).item}/children`,
        body: { name: args.name, folder: {}, "@microsoft.graph.conflictBehavior": "fail" },
      })
    ).data as Values,
  createTextFile: (args: { name?: string; content?: string; folder?: string }, { call }) =>
    putFile(call, args.folder, args.name ?? "", "text/plain; charset=utf-8", args.content ?? ""),
  uploadFile: async (args: { file?: unknown; folder?: string }, { call, readFile }) => {
    const file = await readFile(args.file);
    return putFile(call, args.folder, file.name, file.mimetype, file.bytes);
  },
  findFile: findNamed((item) => item.folder === undefined),
  findFolder: findNamed((item) => item.folder !== undefined),
};
