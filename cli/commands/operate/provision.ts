/** `patchbay provision`: makes the first person, a project and an API key. */
import { defineCommand, EXIT, UsageError } from "../../command";
import { runChild } from "../../operate/run-child";
import { START_OPTIONS, applyStartOptions } from "../../operate/start-options";

export const provision = defineCommand({
  usage: "",
  about: [
    "It prints JSON with the address, the password (only if it made the person) and the API key, for scripts that set " +
      "up a server. The server can run or not.",
  ],
  options: {
    email: { type: "string", value: "EMAIL", description: "The person who owns the project" },
    project: { type: "string", value: "NAME", description: "The project; default by default" },
    "reset-password": { type: "boolean", description: "Gives a person that exists a new password" },
    data: START_OPTIONS.data,
  },
  run: async ({ values, root, out, json, isJson, signal }) => {
    if (!values.email) throw new UsageError("Name the person: --email you@example.com");
    applyStartOptions({ data: values.data });
    const args = [
      `--email=${values.email}`,
      ...(values.project === undefined ? [] : [`--project=${values.project}`]),
      ...(values["reset-password"] ? ["--reset-password"] : []),
    ];
    const { exitCode, output } = await runChild(root, "scripts/provision.mjs", args, signal);
    if (exitCode !== EXIT.done) return exitCode;
    if (isJson) json(JSON.parse(output));
    else out(output.trim());
    return EXIT.done;
  },
});
