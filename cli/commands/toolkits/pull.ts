/** `patchbay toolkits pull`: writes a toolkit of the project's own into a folder. */
import path from "node:path";
import { defineCommand, EXIT, Failure, UsageError } from "../../command";
import { callApi } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget } from "../../server/target";
import { toSegment } from "../../server/to-segment";
import { writeToolkitFolder } from "../../toolkits/toolkit-folder";

type Source = { document: string | null; settings: Record<string, unknown> };

export const toolkitsPull = defineCommand({
  usage: "SLUG [FOLDER]",
  about: ["Writes toolkit.json, the document and integration.yaml. They contain no credentials of any account."],
  options: SERVER_OPTIONS,
  run: async (context) => {
    const { positionals, out, json, isJson, signal } = context;
    const [slug, place, ...more] = positionals;
    if (slug === undefined || more.length > 0) throw new UsageError("Name a toolkit, and a folder if you like.");
    const target = await requireTarget(context);
    const source = `/api/v3/internal/patchbay/own_toolkits/${toSegment(slug)}/source`;
    const { document, settings } = await callApi<Source>(target, "GET", source, { signal });
    if (document === null) throw new Failure(`${slug} is not made from a document.`);
    const folder = path.resolve(place ?? slug);
    const files = writeToolkitFolder(folder, { slug, document, settings });
    if (isJson) json({ folder, files });
    else for (const file of files) out(path.join(folder, file));
    return EXIT.done;
  },
});
