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
    throw new UsageError(`"${text}" is not the address of a server. Write it as http://localhost:3000.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function findProfile({ values, env }: Request): Profile | undefined {
  const name = values.profile ?? env.PATCHBAY_PROFILE;
  const profile = readProfiles(env)[name || DEFAULT_PROFILE];
  if (name && !profile)
    throw new UsageError(`There is no profile "${name}". Make it with: patchbay login --profile ${name}`);
  return profile;
}

const NO_SERVER =
  "No server runs on this machine, and none is named. Start one (patchbay start), name one with --url or " +
  "PATCHBAY_URL, or run: patchbay login";

/** The key of the environment belongs to the server of the environment, if that names one. */
function environmentKey(url: string, env: Environment): string | undefined {
  const isItsServer = !env.PATCHBAY_URL || toServerUrl(env.PATCHBAY_URL) === url;
  return isItsServer ? env.PATCHBAY_API_KEY || undefined : undefined;
}

/**
 * The server and the key, if there is one. A key goes only to the server that it was stored or set with.
 * @throws {Failure} if no server is named and none runs here
 */
export async function findTarget(request: Request): Promise<Target> {
  const { values, env, root } = request;
  const address = values.url ?? (env.PATCHBAY_URL || undefined);
  const profile = findProfile(request);
  const url = address === undefined ? (profile?.url ?? (await findLocalServer(root, env))) : toServerUrl(address);
  if (url === undefined) throw new Failure(NO_SERVER);
  const key = values.key ?? environmentKey(url, env) ?? (profile?.url === url ? profile.key : undefined);
  return key === undefined ? { url } : { url, key };
}

/** @throws {Failure} without a server or without a key */
export async function requireTarget(request: Request): Promise<Required<Target>> {
  const { url, key } = await findTarget(request);
  if (key === undefined)
    throw new Failure(`There is no API key for ${url}. Set PATCHBAY_API_KEY, or run: patchbay login`);
  return { url, key };
}
