/** In which forms servers repeat a secret that they were sent. Pure. */

/** A secret that is longer is no key and no token: it is sought as it is. */
const MAX_LENGTH_WITH_FORMS = 65_536;

/** RFC 3986 section 2.1, without the failure for half a surrogate pair. */
const percentEncoded = (text: string): string => encodeURIComponent(Buffer.from(text, "utf8").toString("utf8"));
/** As the WHATWG URL standard writes forms, and RFC 6749 section 2.3.1 the parts of Basic credentials. */
const formEncoded = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);
const strictly = (text: string): string =>
  text.replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const smallHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const htmlEscaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "&#39;");

/** Looks the same in a URL, in a form, in JSON and in HTML. */
const PLAIN = /^[\w.-]*$/;

/** The different forms of a secret: as it is, in a URL, in a form, in JSON, in HTML, and as one of these inside another. */
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
