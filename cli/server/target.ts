/** Decides which server a command calls, and with which key. */
import { Failure, UsageError, type Context, type Environment } from "../command";
import { DEFAULT_PROFILE, readProfiles, type Profile } from "../profile/profiles";
import { findLocalServer } from "./local-server";
import type { SERVER_OPTIONS } from "./options";

/** A server without a slash at the end of its address. */
export type Target = { url: string; key?: string };
type Request = Pick<Context<typeof SERVER_OPTIONS>, "values" | "env" | "root">;

/**
 * An address of a server, without a slash at its end.
 * @throws {UsageError} if it is not one
 */
export function toServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is not the URL of a server. Write it as http://localhost:3000.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function findProfile({ values, env }: Request): Profile | undefined {
  const name = values.profile ?? env.PATCHBAY_PROFILE;
  const profile = readProfiles(env)[name || DEFAULT_PROFILE];
  if (name && !profile)
    throw new UsageError(`There is no profile "${name}". Create it with: patchbay login --profile ${name}`);
  return profile;
}

const NO_SERVER =
  "No server runs on this machine, and none is named. Start one (patchbay start), name one with --url or " +
  "PATCHBAY_URL, or run: patchbay login";

/** No header can carry another text, and the error of `fetch` would show it. @throws {UsageError} without the key */
export function toKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]*$/.test(key)) throw new UsageError("The API key has characters that no key has. Copy it again.");
  return key;
}

const isLoopback = (url: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);

/**
 * The key in PATCHBAY_API_KEY, if `url` is the server that it was set for: that of PATCHBAY_URL; without this variable,
 * that of the profile, or one on this machine.
 */
export function environmentKey(url: string, env: Environment, profile: Profile | undefined): string | undefined {
  const isItsServer = env.PATCHBAY_URL
    ? toServerUrl(env.PATCHBAY_URL) === url
    : profile?.url === url || isLoopback(url);
  return isItsServer ? env.PATCHBAY_API_KEY || undefined : undefined;
}

/** The reason why there is no key for a server, and the fix. */
export function explainMissingKey(url: string, env: Environment): string {
  const problem = `There is no API key for ${url}.`;
  if (!env.PATCHBAY_API_KEY) return `${problem} Set PATCHBAY_URL and PATCHBAY_API_KEY, or run: patchbay login`;
  return (
    `${problem} The one in PATCHBAY_API_KEY is not sent there, because nothing says that it belongs to this server. ` +
    `If it does, set PATCHBAY_URL=${url} too; otherwise run: patchbay login --url ${url}`
  );
}

/**
 * The server and the key, if there is one. A key goes only to the server that it was stored or set with. A profile that
 * an option names wins over the environment.
 * @throws {Failure} if no server is named and none runs here
 */
export async function findTarget(request: Request): Promise<Target> {
  const { values, env, root } = request;
  const profile = findProfile(request);
  const address = values.url ?? (values.profile ? undefined : env.PATCHBAY_URL || undefined);
  const url = address === undefined ? (profile?.url ?? (await findLocalServer(root, env))) : toServerUrl(address);
  if (url === undefined) throw new Failure(NO_SERVER);
  const storedKey = profile?.url === url ? profile.key : undefined;
  const setKey = environmentKey(url, env, profile);
  const key = values.key ?? (values.profile ? (storedKey ?? setKey) : (setKey ?? storedKey));
  return key === undefined ? { url } : { url, key: toKey(key) };
}

/** @throws {Failure} without a server or without a key */
export async function requireTarget(request: Request): Promise<Required<Target>> {
  const { url, key } = await findTarget(request);
  if (key === undefined) throw new Failure(explainMissingKey(url, request.env));
  return { url, key };
}
