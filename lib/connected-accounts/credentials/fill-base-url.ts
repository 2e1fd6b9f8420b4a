/** Fills the variables of a toolkit's base URL with the values of a connection. Pure. */
import { toAsciiHost } from "@/lib/catalog/to-ascii-address";
import { ApiError } from "@/lib/kernel/errors";
import { hasDotSegment } from "@/lib/kernel/text/has-dot-segment";
import { isSecretName } from "@/lib/kernel/text/redact";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";

const PLACE = /\{([^{}]+)\}/g;
/** Limit for one part of an address, because a template can contain the same placeholder several times. */
const MAX_PART_LENGTH = 8192;

/** A part of a host, with or without a port, in the form that name servers use; the value itself if it is no host. */
function asciiHost(value: string): string {
  const port = /:\d{1,5}$/.exec(value)?.[0] ?? "";
  const ascii = toAsciiHost(port ? value.slice(0, -port.length) : value);
  return ascii === undefined ? value : `${ascii}${port}`;
}

/**
 * Fills the variables of a base URL. A value for the whole URL must be a URL; a value inside the host must have only
 * characters of host names, so that it cannot send the request and its credentials to another host.
 * @throws ApiError BadRequest naming the variable that is missing or invalid
 */
export function fillBaseUrl(
  template: string,
  variables: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, string>> = {},
): string {
  if (!template.includes("{")) return withoutEndSlashes(template);
  const hostEnd = template.indexOf("/", template.indexOf("://") + 3);
  const url = template.replace(PLACE, (_, name: string, offset: number) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value =
      variable === undefined || variable === null || variable === ""
        ? defaults[name]
        : String(variable as string | number);
    const wrong = (problem: string) =>
      new ApiError("BadRequest", `This toolkit's URL needs ${name}, ${problem}.`, {
        suggestedFix: `Connect the account again with a correct ${name}.`,
      });
    if (value === undefined) throw wrong("which the connected account does not have");
    if (value.length > MAX_PART_LENGTH) throw wrong(`which must have at most ${MAX_PART_LENGTH} characters`);
    if (hasDotSegment(value)) throw wrong('which must not hold "." or ".." between slashes');
    if (offset === 0) {
      if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) throw wrong("which must be an http(s) URL");
      return withoutEndSlashes(value);
    }
    if (hostEnd !== -1 && offset > hostEnd) {
      // A secret is one part of the path, whatever it contains; a path of the connection's own can have several parts.
      const parts = isSecretName(name) ? [value] : value.split("/");
      return parts.map((part) => encodeURIComponent(part.toWellFormed())).join("/");
    }
    const host = asciiHost(value);
    if (!/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(host)) throw wrong("which may hold letters, digits, dots and dashes only");
    return host;
  });
  if (URL.canParse(url)) return withoutEndSlashes(url);
  throw new ApiError("BadRequest", "This connection's values don't form a valid toolkit URL.", {
    suggestedFix: "Connect the account again with a correct server, subdomain or region.",
  });
}
