/** `patchbay reset-second-factor`: turns off the two-step sign-in of a person who lost their app. */
import { defineCommand, EXIT, UsageError } from "../../command";
import { runChild } from "../../operate/run-child";
import { START_OPTIONS, applyStartOptions } from "../../operate/start-options";

export const resetSecondFactor = defineCommand({
  usage: "",
  about: [
    "The person signs in with the password alone, and can set up two-step sign-in again. Make sure that it is the " +
      "person who asks. The server can run or not.",
  ],
  options: {
    email: { type: "string", value: "EMAIL", description: "The person who lost the app and the recovery codes" },
    data: START_OPTIONS.data,
  },
  run: async ({ values, root, out, json, isJson, signal }) => {
    if (!values.email) throw new UsageError("Name the person: --email you@example.com");
    applyStartOptions({ data: values.data });
    const { exitCode, output } = await runChild(
      root,
      "scripts/reset-second-factor.mjs",
      [`--email=${values.email}`],
      signal,
    );
    if (exitCode !== EXIT.done) return exitCode;
    if (isJson) json(JSON.parse(output));
    else out(`Two-step sign-in is off for ${values.email}.`);
    return EXIT.done;
  },
});
