/** `patchbay allow-passwords`: ends that the organizations of an owner require single sign-on. */
import { defineCommand, EXIT, UsageError } from "../../command";
import { runChild } from "../../operate/run-child";
import { START_OPTIONS, applyStartOptions } from "../../operate/start-options";

export const allowPasswords = defineCommand({
  usage: "",
  about: [
    "Members can sign in with a password or passkey again. For an organization whose provider fails, and whose owners " +
      "can't come in without it. The server can run or not.",
  ],
  options: {
    email: { type: "string", value: "EMAIL", description: "An owner of the organization" },
    data: START_OPTIONS.data,
  },
  run: async ({ values, root, out, json, isJson, signal }) => {
    if (!values.email) throw new UsageError("Name the person: --email you@example.com");
    applyStartOptions({ data: values.data });
    const { exitCode, output } = await runChild(
      root,
      "scripts/allow-passwords.mjs",
      [`--email=${values.email}`],
      signal,
    );
    if (exitCode !== EXIT.done) return exitCode;
    if (isJson) json(JSON.parse(output));
    else out(`The organizations of ${values.email} no longer require single sign-on.`);
    return EXIT.done;
  },
});
