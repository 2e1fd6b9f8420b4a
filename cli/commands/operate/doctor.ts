/** `patchbay doctor`: checks this machine and this installation, with advice for each problem. */
import { defineCommand, EXIT } from "../../command";
import { runChecks } from "../../operate/load-script";
import { START_OPTIONS, applyStartOptions } from "../../operate/start-options";

const SIGNS = { ok: "✓", warning: "!", problem: "✗" } as const;

export const doctor = defineCommand({
  usage: "",
  about: ["It changes nothing. The exit code is 1 if something keeps the server from working."],
  options: START_OPTIONS,
  run: async ({ values, root, out, json, isJson }) => {
    applyStartOptions(values);
    const findings = await runChecks(root);
    if (isJson) json(findings);
    else
      for (const { name, state, text, fix } of findings) {
        out(`${SIGNS[state]} ${name}: ${text}`);
        if (fix) out(`  ${fix}`);
      }
    return findings.some(({ state }) => state === "problem") ? EXIT.failed : EXIT.done;
  },
});
