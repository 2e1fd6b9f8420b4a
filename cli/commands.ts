/** The commands of `patchbay`, in the order of `--help`. */
import type { Entry } from "./command";

const SHELL = "Shell";

export const COMMANDS: readonly Entry[] = [
  {
    name: "completion",
    summary: "Prints a script with which a shell completes commands and options",
    group: SHELL,
    load: async () => (await import("./commands/completion")).completion,
  },
];
