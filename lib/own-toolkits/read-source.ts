/** The document of a toolkit as it was sent, and as the files of a catalog. */
import { setImmediate } from "node:timers/promises";
import { decodeSource } from "./compile/decode-source";
import { SLUG_PREFIX } from "./constants";
import { compileSource, readDraft, useless } from "./drafts";
import { requireOwnToolkit } from "./own-toolkit-row";
import { ToolkitSettings } from "./settings.contract";
import { withDocumentPlace } from "./worker/run-compile";

/** Characters of a document that are written as JSON at a time: other requests have their turn in between. */
const PART = 1_000_000;

/**
 * The document and the settings of a draft; null for a toolkit without a document.
 * @returns pieces of JSON text of the contract's response
 * @throws ApiError NotFound
 */
export async function readSource(projectId: string, slug: string): Promise<string[]> {
  const { settings, revision, sourceBytes } = await requireOwnToolkit(projectId, slug);
  const end = JSON.stringify({ settings, revision }).slice(1);
  if (sourceBytes === 0) return [`{"document":null,${end}`];
  const text = decodeSource((await readDraft(projectId, slug)).text);
  const pieces = ['{"document":"'];
  for (let index = 0; index < text.length; index += PART) {
    pieces.push(JSON.stringify(text.slice(index, index + PART)).slice(1, -1));
    await setImmediate();
  }
  return [...pieces, `",${end}`];
}

/**
 * The draft as files from which a server's catalog can be built. The toolkit and its tools have no prefix there.
 * @returns JSON text of the contract's response
 * @throws ApiError NotFound, Unprocessable for a toolkit without a document or without tools
 */
export async function readCatalogFiles(projectId: string, slug: string, signal?: AbortSignal): Promise<string> {
  const row = await requireOwnToolkit(projectId, slug);
  const name = slug.replace(SLUG_PREFIX, "");
  const result = await withDocumentPlace(projectId, async () => {
    const settings = ToolkitSettings.parse(row.settings);
    const job = { ...(await readDraft(projectId, slug)), slug: name, settings, schemasOf: [], access: "all" };
    return compileSource(projectId, { ...job, wantsFiles: true }, undefined, signal);
  });
  if (result.files === null) throw useless(result);
  return `{"slug":${JSON.stringify(name)},"files":${result.files}}`;
}
