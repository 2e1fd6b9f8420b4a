/** How each MCP client sends a key: by a variable of the environment, never as text in a file or a URL. Pure. */

export const KEY_VARIABLE = "PATCHBAY_API_KEY";
const HEADER = "x-api-key";
const INPUT = "patchbay-key";

/** A member of a server's entry in a file; empty if no key is sent. */
type Headers = { headers?: Record<string, string> };

export type KeyParts = {
  /** The end of a command, with the space before it. */
  shell: string;
  /** For files in which the variable is written as `${NAME}`. */
  braces: Headers;
  /** For files in which the variable is written as `${env:NAME}`. */
  env: Headers;
  /** For a client that asks the person for the key, and stores it itself. */
  prompt: { headers: Headers; inputs: { inputs?: readonly object[] } };
  codex: string;
  toml: string;
};

const NONE: KeyParts = { shell: "", braces: {}, env: {}, prompt: { headers: {}, inputs: {} }, codex: "", toml: "" };

const headers = (value: string): Headers => ({ headers: { [HEADER]: value } });

const BY_KEY: KeyParts = {
  shell: ` --header "${HEADER}: $${KEY_VARIABLE}"`,
  braces: headers(`\${${KEY_VARIABLE}}`),
  env: headers(`\${env:${KEY_VARIABLE}}`),
  prompt: {
    headers: headers(`\${input:${INPUT}}`),
    inputs: { inputs: [{ type: "promptString", id: INPUT, description: "Patchbay API key", password: true }] },
  },
  codex: ` --bearer-token-env-var ${KEY_VARIABLE}`,
  toml: `\nbearer_token_env_var = "${KEY_VARIABLE}"`,
};

/** The parts that send the key; empty for URLs that need none. */
export const byKey = ({ auth }: { auth: string }): KeyParts => (auth === "key" ? BY_KEY : NONE);
