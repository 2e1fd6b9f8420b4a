/** Microsoft, Linear, Okta and Twilio as their emulators play them, in a process that ends with the test. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { CALLBACK } from "./oauth-providers";

type Service = "microsoft" | "linear" | "okta" | "twilio";
export type EmulatedMore = { urls: Record<Service, string>; stop: () => void };

const app = (name: string) => ({
  client_id: `${name}-app`,
  client_secret: `${name}-secret-0d9f31`,
  name: "Patchbay",
  redirect_uris: [CALLBACK],
});
const [microsoft, linear, okta] = [app("microsoft"), app("linear"), app("okta")];

export const EMAIL = "ada@example.com";
export const TWILIO = { sid: `AC${"0".repeat(32)}`, token: "twilio-auth-token-5d20e1" };

const SEEDS: Record<Service, unknown> = {
  microsoft: { users: [{ email: EMAIL, name: "Ada Lovelace" }], oauth_clients: [microsoft] },
  linear: {
    organization: { name: "Engines", url_key: "engines" },
    users: [{ email: EMAIL, name: "Ada Lovelace", admin: true }],
    teams: [{ key: "ENG", name: "Engines" }],
    oauth_apps: [{ ...linear, scopes: ["read", "write"], actor: "user" }],
  },
  okta: { users: [{ login: EMAIL, email: EMAIL, first_name: "Ada", last_name: "Lovelace" }], oauth_clients: [okta] },
  twilio: { account: { sid: TWILIO.sid, auth_token: TWILIO.token, friendly_name: "Engines" } },
};

/** Starts them on free ports of 127.0.0.1. */
export function startEmulatedMore(): Promise<EmulatedMore> {
  const child = fork(fileURLToPath(new URL("../../scripts/demo/emulate-child.mjs", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The emulated providers ended with code ${code}.`)));
    child.once("message", (urls) =>
      resolve({
        urls: urls as EmulatedMore["urls"],
        stop: () => {
          if (child.connected) child.disconnect();
        },
      }),
    );
    child.send(SEEDS);
  });
}

const keysOf = ({ client_id, client_secret }: ReturnType<typeof app>) => ({ client_id, client_secret });

/** The credentials of an auth config that is pointed at an emulator. */
export const credentialsForMore = ({ urls }: EmulatedMore): Record<Service, Record<string, string>> => ({
  microsoft: {
    ...keysOf(microsoft),
    authorization_url: `${urls.microsoft}/oauth2/v2.0/authorize`,
    token_url: `${urls.microsoft}/oauth2/v2.0/token`,
    base_url: urls.microsoft,
  },
  linear: {
    ...keysOf(linear),
    authorization_url: `${urls.linear}/oauth/authorize`,
    token_url: `${urls.linear}/oauth/token`,
    base_url: urls.linear,
  },
  okta: {
    ...keysOf(okta),
    authorization_url: `${urls.okta}/oauth2/v1/authorize`,
    token_url: `${urls.okta}/oauth2/v1/token`,
    base_url: urls.okta,
  },
  twilio: { base_url: urls.twilio },
});
