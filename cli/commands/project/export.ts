/** `patchbay export`: writes a project into readable files, without secrets. */
import path from "node:path";
import { defineCommand, EXIT, UsageError } from "../../command";
import { isArchiveName, unpackInto, writeWhole } from "../../project/archive-folder";
import { callForBytes } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget } from "../../server/target";

export const exportProject = defineCommand({
  usage: "PLACE",
  about: [
    "PLACE is a folder, or a file that ends in .tar.gz. The project is that of the API key.",
    "It writes one JSON file for each kind: settings, own toolkits, changed tools, auth configs, MCP servers, " +
      "triggers, webhook subscriptions, and who was connected with what. The same project gives the same files, so " +
      "a folder in a repository shows changes. " +
      "No secret is in them. For a copy of the whole server with its secrets: patchbay backup.",
    "Example: patchbay export ./staging && patchbay import ./staging --profile production",
  ],
  options: SERVER_OPTIONS,
  run: async (context) => {
    const { positionals, err, json, isJson, signal } = context;
    const [place, ...more] = positionals;
    if (place === undefined) throw new UsageError("Name a folder, or a file that ends in .tar.gz.");
    if (more.length > 0) throw new UsageError("Name one place. The project is that of the API key.");
    const target = await requireTarget(context);
    const archive = await callForBytes(target, "GET", "/api/v3/internal/patchbay/project/export", { signal });
    const file = path.resolve(place);
    const files = isArchiveName(place) ? [] : await unpackInto(file, archive);
    if (isArchiveName(place)) await writeWhole(file, archive);
    if (isJson) json({ place: file, files });
    else err(files.length > 0 ? `Exported into ${file}: ${files.join(", ")}` : `Exported as ${file}`);
    return EXIT.done;
  },
});
