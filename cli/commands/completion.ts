/** `patchbay completion bash|zsh|fish`. */
import { defineCommand, EXIT, UsageError } from "../command";
import { bashScript } from "../completion/bash";
import { fishScript } from "../completion/fish";
import { readCommands } from "../completion/read-commands";
import { zshScript } from "../completion/zsh";

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript };
const isShell = (name: string | undefined): name is keyof typeof SHELLS => name !== undefined && name in SHELLS;

export const completion = defineCommand({
  usage: "bash|zsh|fish",
  about: [
    'bash: put this line into ~/.bashrc: eval "$(patchbay completion bash)"',
    'zsh: put this line into ~/.zshrc, below compinit: eval "$(patchbay completion zsh)"',
    "fish: patchbay completion fish > ~/.config/fish/completions/patchbay.fish",
  ],
  options: {},
  choices: Object.keys(SHELLS),
  run: async ({ positionals: [shell, ...more], commands, out, json, isJson }) => {
    if (!isShell(shell) || more.length > 0) throw new UsageError("Name one shell: bash, zsh or fish.");
    const script = SHELLS[shell](await readCommands(commands));
    if (isJson) json({ shell, script });
    else out(script);
    return EXIT.done;
  },
});
