/** Settings in the environment that nothing reads, because their names are mistyped. Pure. */
import { nearestName } from "../text/nearest-name";

/** Names that other parts read: the start itself, the command line, the SDKs, and the tests. */
const READ_ELSEWHERE = [
  ...["PATCHBAY_FAST_DOOR", "PATCHBAY_CHROMIUM", "PATCHBAY_COUNTS"],
  ...["PATCHBAY_URL", "PATCHBAY_API_KEY", "PATCHBAY_PROFILE", "PATCHBAY_WEBHOOK_SECRET"],
];
const OF_TESTS = /^PATCHBAY_(TEST|SOAK|E2E|SAMPLE)_/;
const PREFIX = "PATCHBAY_";

/**
 * One line for each variable that begins like a setting but is not a setting.
 * @param settings the names of all settings
 */
export function findMisspelled(source: Record<string, string | undefined>, settings: readonly string[]): string[] {
  const read = [...settings, ...READ_ELSEWHERE];
  const ofUs = read.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  return Object.keys(source)
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && !read.includes(name) && !OF_TESTS.test(name))
    .sort()
    .map((name) => {
      const near = nearestName(name.slice(PREFIX.length), ofUs);
      return `${name} is no setting of Patchbay and is not read${near ? `: did you mean ${PREFIX}${near}?` : "."}`;
    });
}
