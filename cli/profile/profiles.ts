/** The servers and keys that `patchbay login` stores: one file of the user, which nobody else can read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { Failure, type Environment } from "../command";

export type Profile = { url: string; key: string };
type Profiles = Record<string, Profile>;

export const DEFAULT_PROFILE = "default";
/** A larger file is not one of ours. */
const MAX_BYTES = 1_000_000;

/** `$XDG_CONFIG_HOME/patchbay/profiles.json`, by default in `~/.config`. */
export const profilesFile = (env: Environment): string =>
  path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || homedir(), ".config"), "patchbay", "profiles.json");

const isProfile = (value: unknown): value is Profile => {
  const { url, key } = (value ?? {}) as Partial<Profile>;
  return typeof url === "string" && typeof key === "string";
};

/** Without what every object inherits: nobody stored a profile named `constructor`. */
const toProfiles = (entries: [string, Profile][]): Profiles =>
  Object.assign(Object.create(null) as Profiles, Object.fromEntries(entries));

/**
 * All profiles by name; none if there is no file.
 * @throws {Failure} if the file cannot be read or is not one of ours
 */
export function readProfiles(env: Environment): Profiles {
  const file = profilesFile(env);
  let text: string;
  try {
    if (statSync(file).size > MAX_BYTES) throw new Failure(`${file} is too large to be a file of profiles.`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return toProfiles([]);
    throw error;
  }
  try {
    const { profiles } = JSON.parse(text) as { profiles?: unknown };
    return toProfiles(Object.entries(profiles ?? {}).filter((entry) => isProfile(entry[1])));
  } catch {
    throw new Failure(`${file} is not valid JSON. Correct it, or delete it and run: patchbay login`);
  }
}

/** Replaces the file. It is written under another name first, so that it is never half written. */
export function writeProfiles(env: Environment, profiles: Profiles): string {
  const file = profilesFile(env);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify({ profiles }, undefined, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
  return file;
}
