/** The project's own toolkits. Unit tests of a worker share one reading, which takes seconds. */
import {
  readSharedFiles,
  readToolkits,
  type SharedFiles,
  type ToolkitSourceFile,
} from "@/lib/catalog/compile/sources/read-toolkits";
import { inRoot } from "@/scripts/paths.mjs";

type ProjectToolkits = { shared: SharedFiles; toolkits: readonly ToolkitSourceFile[] };

let files: ProjectToolkits | undefined;

function readFiles(): ProjectToolkits {
  const shared = readSharedFiles(inRoot());
  return { shared, toolkits: readToolkits(inRoot(), shared) };
}

/** All toolkits with the files that they share. Tests must not change them. */
export const readProjectToolkits = (): ProjectToolkits => (files ??= readFiles());
