/** `patchbay kms rewrap`: wraps the secret again after a rotation of the key at the key management service. */
import { defineCommand } from "../../command";
import { runChild } from "../../operate/run-child";
import { applyStartOptions, START_OPTIONS } from "../../operate/start-options";

export const kmsRewrap = defineCommand({
  usage: "",
  about: ["The server can run or not. The secret itself stays, so nothing is sealed again."],
  options: { data: START_OPTIONS.data },
  run: async ({ values, root, out, json, isJson, signal }) => {
    applyStartOptions(values);
    const { exitCode, output } = await runChild(root, "scripts/kms.mjs", ["rewrap"], signal);
    const text = output.trim();
    if (text === "") return exitCode;
    if (isJson) json({ text });
    else out(text);
    return exitCode;
  },
});
