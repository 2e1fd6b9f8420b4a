/** `patchbay toolkits pull`: writes a toolkit of the project's own into a folder. */
import path from "node:path";
import { defineCommand, EXIT, Failure, UsageError, type Context } from "../../command";
import { callApi } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget, type Target } from "../../server/target";
import { toSegment } from "../../server/to-segment";
import { writeToolkitFolder } from "../../toolkits/toolkit-folder";

const BASE = "/api/v3/internal/patchbay/own_toolkits";

type CatalogFiles = { slug: string; files: Record<string, string> };
type Source = { document: string | null; settings: Record<string, unknown> };

/** None for a draft that cannot be compiled: the reason goes to `err`. */
const readCatalogFiles = (
  target: Target,
  slug: string,
  { err, signal }: Pick<Context, "err" | "signal">,
): Promise<Partial<CatalogFiles>> =>
  callApi<CatalogFiles>(target, "GET", `${BASE}/${toSegment(slug)}/catalog_files`, { signal }).catch(
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      err(`Without files for a catalog: ${error.message}`);
      return {};
    },
  );

export const toolkitsPull = defineCommand({
  usage: "SLUG [FOLDER]",
  about: [
    "Writes toolkit.json, the document and integration.yaml, which patchbay toolkits push takes into any project; and " +
      "toolkit.yaml with its description, from which the catalog of a server is built where the folder is in toolkits/. " +
      "They contain no credentials of any account.",
  ],
  options: SERVER_OPTIONS,
  run: async (context) => {
    const { positionals, out, err, json, isJson, signal } = context;
    const [slug, place, ...more] = positionals;
    if (slug === undefined || more.length > 0) throw new UsageError("Name a toolkit, and a folder if you like.");
    const target = await requireTarget(context);
    const source = `${BASE}/${toSegment(slug)}/source`;
    const { document, settings } = await callApi<Source>(target, "GET", source, { signal });
    if (document === null) throw new Failure(`${slug} was not created from a document.`);
    const catalog = await readCatalogFiles(target, slug, context);
    const folder = path.resolve(place ?? catalog.slug ?? slug);
    const files = writeToolkitFolder(folder, { slug, document, settings }, catalog.files);
    if (catalog.slug !== undefined && path.basename(folder) !== catalog.slug)
      err(`For toolkits/, the folder must be named ${catalog.slug}.`);
    if (isJson) json({ folder, files });
    else for (const file of files) out(path.join(folder, file));
    return EXIT.done;
  },
});
