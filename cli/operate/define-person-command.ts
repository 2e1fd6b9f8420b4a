/** Commands of the operator about one person, who is named by an email. */
import { defineCommand, EXIT, UsageError } from "../command";
import { runChild } from "./run-child";
import { START_OPTIONS, applyStartOptions } from "./start-options";

type PersonCommand = {
  /** The program that does it, from the root of the product. */
  script: string;
  about: string[];
  /** Whose email it is. */
  person: string;
  /** What people read when it is done. */
  done: (email: string) => string;
};

export const definePersonCommand = ({ script, about, person, done }: PersonCommand) =>
  defineCommand({
    usage: "",
    about,
    options: {
      email: { type: "string", value: "EMAIL", description: person },
      data: START_OPTIONS.data,
    },
    run: async ({ values, root, out, json, isJson, signal }) => {
      if (!values.email) throw new UsageError("Name the person: --email you@example.com");
      applyStartOptions({ data: values.data });
      const { exitCode, output } = await runChild(root, script, [`--email=${values.email}`], signal);
      if (exitCode !== EXIT.done) return exitCode;
      if (isJson) json(JSON.parse(output));
      else out(done(values.email));
      return EXIT.done;
    },
  });
