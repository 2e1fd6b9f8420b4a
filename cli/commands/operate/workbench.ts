/** `patchbay workbench install`: the packages of the system with which agents run code on this machine. */
import { defineCommand } from "../../command";
import { runChild } from "../../operate/run-child";

export const workbenchInstall = defineCommand({
  usage: "",
  about: ["As root it installs them, and otherwise it prints the line to run."],
  options: {
    full: { type: "boolean", description: "Adds the large libraries" },
    print: { type: "boolean", description: "Only prints the line to run" },
  },
  run: async ({ values, root, out, json, isJson, signal }) => {
    const args = (["full", "print"] as const).filter((name) => values[name]).map((name) => `--${name}`);
    const { exitCode, output } = await runChild(root, "scripts/workbench-install.mjs", args, signal);
    const text = output.trim();
    if (isJson) json({ text });
    else if (text !== "") out(text);
    return exitCode;
  },
});
