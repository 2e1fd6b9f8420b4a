/** `patchbay toolkits push`: publishes a toolkit of the project's own out of a folder. */
import { defineCommand, EXIT, Failure, UsageError } from "../../command";
import { callApi } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget, type Target } from "../../server/target";
import { toSegment } from "../../server/to-segment";
import { readToolkitFolder, type ToolkitFolder } from "../../toolkits/toolkit-folder";

type Problem = { path: string; message: string; fix: string; line: number; column: number };
type Report = { slug: string; tools: unknown[]; problems: Problem[]; diff: { breaking: boolean } | null };
type Draft = { slug: string; version: string | null };
type Published = { version: string; changed: boolean };
type ToolkitList = { items: { slug: string }[] };

const BASE = "/api/v3/internal/patchbay/own_toolkits";

/** Stores the draft, new or changed. */
function storeDraft(target: Target, { slug, ...draft }: ToolkitFolder, isKnown: boolean, signal: AbortSignal) {
  if (isKnown && slug !== undefined)
    return callApi<Draft>(target, "PATCH", `${BASE}/${toSegment(slug)}`, { body: draft, signal });
  return callApi<Draft>(target, "POST", BASE, { body: { ...draft, ...(slug === undefined ? {} : { slug }) }, signal });
}

export const toolkitsPush = defineCommand({
  usage: "PLACE",
  about: [
    "PLACE is a folder of patchbay toolkits pull, or a document: OpenAPI, Swagger 2.0, Google Discovery, a Postman " +
      "collection or an integration.yaml. The project is that of the API key.",
    "A toolkit with the same slug gets a new version, unless nothing has changed. Its settings stay, unless the folder " +
      "has some. Problems of the document go to standard error, each with its line.",
  ],
  options: {
    slug: { type: "string", value: "SLUG", description: "The toolkit, as custom_parcel_post; default: the folder's" },
    check: { type: "boolean", description: "Only compile, and show problems and breaking changes" },
    "no-breaking": { type: "boolean", description: "Fail instead of publishing a change that breaks callers" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { positionals, values, out, err, json, isJson, signal } = context;
    const [place, ...more] = positionals;
    if (place === undefined || more.length > 0) throw new UsageError("Name one folder or one document.");
    const folder = readToolkitFolder(place);
    const target = await requireTarget(context);
    const { items } = await callApi<ToolkitList>(target, "GET", BASE, { signal });
    const { document, settings } = folder;
    const look = (body: object) => callApi<Report>(target, "POST", `${BASE}/preview`, { body, signal });
    // Without a slug, the document's name is the toolkit's: the server returns the slug.
    const slug = values.slug ?? folder.slug ?? (await look({ document, settings })).slug;
    const isKnown = items.some((item) => item.slug === slug);
    const report = await look({ document, settings, ...(isKnown ? { slug } : {}) });
    for (const { line, column, message, fix } of report.problems) err(`${place}:${line}:${column}: ${message} ${fix}`);
    if (report.tools.length === 0 && report.problems.length > 0) throw new Failure("Nothing could be compiled.");
    const isBreaking = report.diff?.breaking ?? false;
    if (isBreaking) err("This breaks callers of the published version.");
    if (isBreaking && values["no-breaking"]) throw new Failure("Nothing was changed.");
    if (values.check) {
      if (isJson) json({ slug, tools: report.tools.length, breaking: isBreaking });
      else out(`${report.tools.length} tools. Nothing was changed.`);
      return EXIT.done;
    }
    const draft = await storeDraft(target, { slug, document, settings }, isKnown, signal);
    const path = `${BASE}/${toSegment(draft.slug)}/publish`;
    const { version, changed } = await callApi<Published>(target, "POST", path, { signal });
    if (isJson) json({ slug: draft.slug, version, changed, tools: report.tools.length });
    else out(`${draft.slug} ${version}${changed ? "" : " (unchanged)"}, ${report.tools.length} tools`);
    return EXIT.done;
  },
});
