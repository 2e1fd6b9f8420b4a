/**
 * Credentials that a caller puts into the address of a request: in a part of its path, or in its first label. Such a
 * value never leads to another host, nor to another resource than its placeholder is for. Pure.
 */
import { ApiError } from "@/lib/kernel/errors";
import { hasDotSegment } from "@/lib/kernel/text/has-dot-segment";

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

export type PlacedValue = { in: "path" | "subdomain"; value: string };

/** By the name of the place, `{name}` in an address. */
export type PlacedValues = ReadonlyMap<string, PlacedValue>;

export const NOTHING_PLACED: PlacedValues = new Map();

const PLACE = /\{([^{}]+)\}/g;
const MAX_PART_LENGTH = 8192;
/** One label of a host name: RFC 1123, 2.1. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/**
 * The rest of the host after the first label: with fewer than two labels, the value would be, or choose, the whole
 * host.
 */
const REST_OF_HOST = /^[^/?#{}.]*(?:\.[^/?#.]+){2}/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
const CONTROL = /[\0-\x1f\x7f]/;

const refusal = (name: string, problem: string): ApiError =>
  new ApiError("BadRequest", `custom_auth_params.parameters: ${JSON.stringify(name.slice(0, 80))} ${problem}`, {
    suggestedFix: "Correct the parameter or leave it out.",
  });

/** @throws ApiError BadRequest, without repeating the value, for one that cannot stand in such a place */
export function assertPlaceable(name: string, { in: place, value }: PlacedValue): void {
  if (place === "subdomain") {
    // The label is judged as the network reads it: of those that begin with xn-- not all are names.
    if (!LABEL.test(value) || !URL.canParse(`https://${value}.example.com`))
      throw refusal(
        name,
        "goes into the subdomain, so it must be one label: letters, digits and dashes, without dots.",
      );
    return;
  }
  if (value === "" || value.length > MAX_PART_LENGTH)
    throw refusal(name, `is a part of the path and must have 1 to ${MAX_PART_LENGTH} characters.`);
  if (CONTROL.test(value) || !value.isWellFormed())
    throw refusal(name, "is a part of the path and must not hold line breaks or other characters that no text has.");
  if (hasDotSegment(value))
    throw refusal(name, 'is a part of the path and must not hold "." or ".." between slashes, in any encoding.');
}

/** The text of a value in a path: one part, whatever it holds. */
export const placedPath = (placedValues: PlacedValues, name: string): string | undefined => {
  const placedValue = placedValues.get(name);
  return placedValue?.in === "path" ? encodeText(placedValue.value) : undefined;
};

/**
 * Fills the places of a base URL that a caller's values name; the other places stay for the connection's.
 * @throws ApiError BadRequest where the place is not of the value's kind
 */
export function fillPlaced(template: string, placedValues: PlacedValues): string {
  if (placedValues.size === 0 || !template.includes("{")) return template;
  const hostStart = template.indexOf("://") + 3;
  const slash = template.indexOf("/", hostStart);
  const hostEnd = slash === -1 ? template.length : slash;
  return template.replace(PLACE, (whole, name: string, offset: number) => {
    const placedValue = placedValues.get(name);
    if (!placedValue) return whole;
    if (placedValue.in === "path") {
      if (offset > hostEnd) return encodeText(placedValue.value);
      throw refusal(name, "is given for the path, but the address has it in its host.");
    }
    if (offset === hostStart && hostStart > 2 && REST_OF_HOST.test(template.slice(offset + whole.length)))
      return placedValue.value;
    throw refusal(name, "is given for the subdomain, but the address does not have it there.");
  });
}

/**
 * @param base the base URL with its places
 * @param path the path of the request with its places
 * @throws ApiError BadRequest for a value without a place: the request would go out without a credential
 */
export function assertAllPlaced(placedValues: PlacedValues, base: string, path = ""): void {
  for (const [name, { in: place }] of placedValues)
    if (!(place === "path" ? base + path : base).includes(`{${name}}`))
      throw refusal(name, `has no place: the address of this request has no {${name.slice(0, 80)}} in its ${place}.`);
}
