/** The rules of all set-up prompts. Pure. */

const ACCOUNT_RULE =
  "- If a tool says that an account is missing, show me the link that it returns, and wait until I have connected.";
const SCOPE_RULE = "- Change nothing that this task does not need.";

export const rules: readonly string[] = [ACCOUNT_RULE, SCOPE_RULE];

/** For agents that handle an API key. */
export const keyRules = (origin: string): readonly string[] => [
  "- The API key is in the environment variable PATCHBAY_API_KEY. Never print it, and never write it into a file. " +
    `If it is not set, stop and ask me to create one at ${origin}/settings/api-keys.`,
  ...rules,
];
