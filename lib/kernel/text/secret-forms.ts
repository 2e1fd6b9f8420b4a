/** The encodings in which servers may repeat a secret. Pure. */

/** A longer secret is no key or token; it is only searched for in plain form. */
const MAX_LENGTH_WITH_FORMS = 65_536;

/** RFC 3986 section 2.1, without the failure for half a surrogate pair. */
const percentEncoded = (text: string): string => encodeURIComponent(Buffer.from(text, "utf8").toString("utf8"));
/** Form encoding (WHATWG URL standard); RFC 6749 section 2.3.1 also uses it for Basic credentials. */
const formEncoded = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);
const strictly = (text: string): string =>
  text.replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const smallHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const htmlEscaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "&#39;");

/** A text that is the same in a URL, a form, JSON and HTML. */
const PLAIN = /^[\w.-]*$/;

/** The different forms of a secret: plain, in a URL, a form, JSON or HTML, and two of these combined. */
export function secretForms(secret: string): readonly string[] {
  if (PLAIN.test(secret) || secret.length > MAX_LENGTH_WITH_FORMS) return [secret];
  const inUrls = [percentEncoded, formEncoded].flatMap((encoded) => [encoded(secret), strictly(encoded(secret))]);
  const escaped = jsonEscaped(secret);
  const forms = new Set([
    secret,
    ...inUrls.flatMap((form) => [form, smallHex(form), percentEncoded(form)]),
    ...[escaped, ascii(escaped)].flatMap((form) => [form, form.replaceAll("/", "\\/"), jsonEscaped(form)]),
    htmlEscaped(secret),
  ]);
  return [...forms];
}
