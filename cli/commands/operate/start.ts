/** `patchbay start` and `patchbay demo`: run the server in this process until a signal ends it. */
import { defineCommand } from "../../command";
import { runScript } from "../../operate/load-script";
import { applyStartOptions, START_OPTIONS } from "../../operate/start-options";

/** The script ends the process itself. */
const untilEnded = (): Promise<number> => new Promise(() => {});

export const start = defineCommand({
  usage: "",
  about: [
    "It starts PostgreSQL too, unless DATABASE_URL names another one, brings the database up to date, and runs in the " +
      "foreground: Ctrl-C or SIGTERM stops it after the calls under way.",
    "Settings come from the environment and from the file .env in the data folder.",
  ],
  options: START_OPTIONS,
  handlesSignals: true,
  run: async ({ values, root }) => {
    applyStartOptions(values);
    await runScript(root, "scripts/start.mjs");
    return untilEnded();
  },
});

export const demo = defineCommand({
  usage: "",
  about: ["Its data are in a folder of their own. The first run downloads the example apps from the npm registry."],
  options: START_OPTIONS,
  handlesSignals: true,
  run: async ({ values, root }) => {
    applyStartOptions(values);
    await runScript(root, "scripts/demo.mjs");
    return untilEnded();
  },
});
