/** `patchbay migrate`: brings the database up to date before a start, or shows what a start would do. */
import { defineCommand } from "../../command";
import { runChild } from "../../operate/run-child";
import { START_OPTIONS, applyStartOptions } from "../../operate/start-options";

export const migrate = defineCommand({
  usage: "",
  about: [
    "A start does the same by itself. As a step of its own it lets one job update the database before several copies " +
      "of the server start.",
  ],
  options: {
    check: { type: "boolean", description: "Changes nothing; the exit code is 3 if the database is not up to date" },
    data: START_OPTIONS.data,
  },
  run: async ({ values, root, out, json, isJson, signal }) => {
    applyStartOptions({ data: values.data });
    const { exitCode, output } = await runChild(root, "scripts/migrate.mjs", values.check ? ["--check"] : [], signal);
    const result = output.trim() === "" ? undefined : (JSON.parse(output) as { text: string });
    if (isJson) json(result ?? null);
    else if (result) out(result.text);
    return exitCode;
  },
});
