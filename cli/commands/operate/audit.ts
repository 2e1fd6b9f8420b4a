/** `patchbay audit verify`: verifies an exported audit trail, or receipts, on any machine. */
import { defineCommand, UsageError } from "../../command";
import { runChild } from "../../operate/run-child";

export const auditVerify = defineCommand({
  usage: "FILE",
  about: [
    "FILE is the chain that Settings, Audit exports, or receipts of executions, one a line. No server is asked.",
    "The exit code is 0 for an intact file, and 1 if an event was changed, is missing, was moved or was added.",
  ],
  options: {
    key: {
      type: "string",
      value: "FILE",
      description: "The server's public keys, as /api/v3/internal/patchbay/audit/keys returns them",
    },
  },
  run: async ({ values, positionals, root, out, json, isJson, signal }) => {
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError("Name one file.");
    const args = [file, ...(values.key === undefined ? [] : ["--key", values.key]), ...(isJson ? ["--json"] : [])];
    const { exitCode, output } = await runChild(root, "scripts/audit-verify.mjs", args, signal);
    const text = output.trim();
    if (text === "") return exitCode;
    if (isJson) json(JSON.parse(text));
    else out(text);
    return exitCode;
  },
});
