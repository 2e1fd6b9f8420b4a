/** Finds the entries at some paths of a Git tree, folder by folder: whole trees can have a hundred thousand entries. */
import type { HandlerTools } from "@/lib/catalog/tool-handler";

export type TreeEntry = { path: string; mode: string; type: string; sha: string };
type Folder = ReadonlyMap<string, TreeEntry>;

/** More folders than this in one commit would be a hundred requests before it begins. */
const MAX_FOLDERS = 100;

/** The folder of a path ("" is the root) and its last part. */
const split = (path: string): [folder: string, name: string] => {
  const slash = path.lastIndexOf("/");
  return [slash < 0 ? "" : path.slice(0, slash), path.slice(slash + 1)];
};

/**
 * The entries at these paths; a path that has none is not in the map.
 * @param root of the repository's addresses
 * @param tree the sha of the root folder
 */
export async function readEntries(
  root: string,
  tree: string,
  paths: readonly string[],
  { call, fail }: HandlerTools,
): Promise<Map<string, TreeEntry>> {
  const folders = new Map<string, Folder>();
  const readFolder = async (path: string, sha: string): Promise<Folder> => {
    const { data } = await call({ method: "GET", path: `${root}/git/trees/${encodeURIComponent(sha)}` });
    const { tree: list = [], truncated } = data as { tree?: TreeEntry[]; truncated?: boolean };
    if (truncated)
      return fail(`The folder ${path || "/"} has more entries than GitHub lists, so it cannot be changed here.`);
    return new Map(list.map((entry) => [entry.path, entry]));
  };
  const open = async (path: string): Promise<Folder> => {
    const cached = folders.get(path);
    if (cached) return cached;
    const [parent, name] = split(path);
    const entry = path === "" ? undefined : (await open(parent)).get(name);
    const isFolder = path === "" || entry?.type === "tree";
    const folder: Folder = isFolder ? await readFolder(path, entry?.sha ?? tree) : new Map<string, TreeEntry>();
    folders.set(path, folder);
    return folder;
  };
  const folderPaths = new Set<string>();
  for (const path of paths)
    for (let [folder] = split(path); !folderPaths.has(folder); [folder] = split(folder)) {
      folderPaths.add(folder);
      if (folderPaths.size > MAX_FOLDERS)
        return fail(`The files stand in more than ${MAX_FOLDERS} folders. Commit them in parts.`);
    }
  const entries = new Map<string, TreeEntry>();
  for (const path of paths) {
    const [folder, name] = split(path);
    const entry = (await open(folder)).get(name);
    if (entry) entries.set(path, entry);
  }
  return entries;
}
