/** `patchbay import`: brings exported files into a project. */
import { defineCommand, EXIT, UsageError } from "../../command";
import { readPlace } from "../../project/archive-folder";
import { callApi } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget } from "../../server/target";
import { tableLines, toPlainLine, wrapText } from "../../terminal/lay-out";

type Change = { file: string; created: number; updated: number; unchanged: number; left_out: number };
type Report = { check: boolean; changes: Change[]; to_do: { file: string; text: string }[]; to_do_total: number };

const COLUMNS = [
  { title: "FILE", valueOf: ({ file }: Change) => file },
  { title: "CREATED", valueOf: ({ created }: Change) => String(created) },
  { title: "UPDATED", valueOf: ({ updated }: Change) => String(updated) },
  { title: "UNCHANGED", valueOf: ({ unchanged }: Change) => String(unchanged) },
  { title: "LEFT OUT", valueOf: ({ left_out }: Change) => String(left_out) },
];

export const importProject = defineCommand({
  usage: "PLACE",
  about: [
    "PLACE is a folder or a .tar.gz file of patchbay export. The project is that of the API key.",
    "What the project lacks is created: auth configs without their secrets, triggers and webhook subscriptions " +
      "switched off. What an earlier import created is updated. Nothing is deleted, and an import that fails changes " +
      "nothing. The table goes to standard output, what is left to do to standard error.",
  ],
  options: {
    check: { type: "boolean", description: "Only show what an import would do" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { positionals, values, screen, out, err, json, isJson, signal } = context;
    const [place, ...more] = positionals;
    if (place === undefined) throw new UsageError("Name a folder, or a .tar.gz file.");
    if (more.length > 0) throw new UsageError("Name one place. The project is that of the API key.");
    const target = await requireTarget(context);
    const report = await callApi<Report>(target, "POST", "/api/v3/internal/patchbay/project/import", {
      bytes: await readPlace(place),
      query: { check: values.check ? "true" : undefined },
      signal,
    });
    if (isJson) json(report);
    else for (const line of tableLines(report.changes, COLUMNS, screen)) out(line);
    if (report.check) err("Nothing was changed.");
    if (isJson) return EXIT.done;
    for (const { file, text } of report.to_do)
      for (const line of wrapText(toPlainLine(`${file}: ${text}`), screen.width)) err(line);
    const left = report.to_do_total - report.to_do.length;
    if (left > 0) err(`${left} more.`);
    return EXIT.done;
  },
});
