/** Reads the names of values that a caller has: "channel_name: general, timezone: UTC". Only the names count. */

const MAX_LENGTH = 4_000;
const MOST = 50;
const MAX_NAME = 100;
const NAME = /^[\w .-]{1,80}$/;

/** The names in the form that tools use for arguments. Text that is not a pair is left out. */
export function knownNames(text: string | undefined): ReadonlySet<string> {
  const names = (text ?? "")
    .slice(0, MAX_LENGTH)
    .split(/[,;\n]/)
    .slice(0, MOST)
    .flatMap((pair) => {
      const colon = pair.indexOf(":");
      const name = pair
        .slice(0, Math.max(0, Math.min(colon, MAX_NAME)))
        .trim()
        .replace(/^["'{]+|["']+$/g, "");
      return colon > 0 && NAME.test(name) && pair.slice(colon + 1).trim() !== "" ? [name] : [];
    });
  return new Set(names.flatMap((name) => [name, name.toLowerCase().replaceAll(/[ .-]/g, "_")]));
}
