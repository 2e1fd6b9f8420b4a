/** `patchbay login`: stores a server and an API key, so that the other commands need no options. */
import { defineCommand, EXIT, Failure, UsageError } from "../command";
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from "../profile/profiles";
import { readStream } from "../read-arguments";
import { callApi } from "../server/call-api";
import { findLocalServer } from "../server/local-server";
import { SERVER_OPTIONS } from "../server/options";
import { environmentKey, explainMissingKey, toKey, toServerUrl, type Target } from "../server/target";
import { ask, askSecret } from "../terminal/ask";

const STANDARD_URL = "http://localhost:3000";
/** A key is short. */
const MAX_KEY_BYTES = 10_000;

/** A key that may not list toolkits is also valid. */
async function assertAccepted(target: Target, signal: AbortSignal): Promise<void> {
  try {
    await callApi(target, "GET", "/api/v3/toolkits", { query: { limit: 1 }, signal });
  } catch (error) {
    if (!(error instanceof Failure && error.details.status === 403)) throw error;
  }
}

export const login = defineCommand({
  usage: "",
  about: [
    "It asks for the server's URL and an API key (Settings, API keys), tries the key, and stores both in " +
      "a file that only you can read. Without a terminal the key comes from standard input.",
  ],
  options: SERVER_OPTIONS,
  run: async (context) => {
    const { values, env, root, stdin, err, json, isJson, signal } = context;
    const name = values.profile ?? (env.PATCHBAY_PROFILE || DEFAULT_PROFILE);
    const isInteractive = stdin.isTTY === true;
    const standard = (await findLocalServer(root, env)) ?? STANDARD_URL;
    const address =
      values.url ?? (env.PATCHBAY_URL || (isInteractive ? await ask(context, `Server (${standard}): `) : ""));
    const url = toServerUrl(address || standard);
    const typedKey = (): Promise<string> =>
      isInteractive ? askSecret(context, "API key: ") : readStream(stdin, "Standard input", MAX_KEY_BYTES);
    const profiles = readProfiles(env);
    const key = toKey(values.key ?? environmentKey(url, env, profiles[name]) ?? (await typedKey()));
    if (key === "")
      throw new UsageError(
        env.PATCHBAY_API_KEY ? explainMissingKey(url, env) : "Enter an API key. Settings, API keys makes one.",
      );
    await assertAccepted({ url, key }, signal);
    const file = writeProfiles(env, { ...profiles, [name]: { url, key } });
    if (isJson) json({ profile: name, url, file });
    else err(`${url} is stored as the profile "${name}" in ${file}.`);
    return EXIT.done;
  },
});

export const logout = defineCommand({
  usage: "",
  about: ["The key itself stays valid: delete it under Settings, API keys."],
  options: { profile: SERVER_OPTIONS.profile },
  run: async ({ values, env, err, json, isJson }) => {
    const name = values.profile ?? (env.PATCHBAY_PROFILE || DEFAULT_PROFILE);
    const { [name]: profile, ...others } = readProfiles(env);
    if (!profile) throw new Failure(`There is no profile "${name}".`);
    writeProfiles(env, others);
    if (isJson) json({ profile: name, deleted: true });
    else err(`The profile "${name}" is deleted.`);
    return EXIT.done;
  },
});
