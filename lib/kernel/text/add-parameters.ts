/** Adds parameters to addresses that other programs read. Pure. */

/** A part of a pair as forms read it; a text that is no encoding stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/**
 * An address with further parameters at its end. Blanks are %20, which every server reads, while a plus is a blank in
 * forms alone; the parameters that the address has keep their bytes.
 * @param stays whether a parameter of the address stays that has the name of one of ours
 */
export function addParameters(
  address: string,
  params: Readonly<Record<string, string>>,
  stays: (name: string, value: string) => boolean = () => false,
): string {
  const url = new URL(address);
  const rest = url.search
    .slice(1)
    .split("&")
    .filter((pair) => {
      const [name = "", value = ""] = pair.split("=", 2).map(decoded);
      return pair !== "" && (!Object.hasOwn(params, name) || stays(name, value));
    });
  const added = Object.entries(params).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
  );
  url.search = [...rest, ...added].join("&");
  return url.href;
}
