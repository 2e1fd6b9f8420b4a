/** The encodings in which servers might repeat a secret. Pure. */

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
/** Signs that JSON can contain as codes to be safe inside of HTML, as Go and Rails, Gson, and .NET write it. */
const SAFE_IN_HTML = [/[<>&]/g, /[<>&=']/g, /\\"|[<>&'+`]|[^\x20-\x7e]/g];
const safelyEscaped = (escaped: string, signs: RegExp): string[] => {
  const coded = (code: (digits: string) => string) =>
    escaped.replace(
      signs,
      (sign) =>
        `\\u${code(
          sign
            .charCodeAt(sign.length - 1)
            .toString(16)
            .padStart(4, "0"),
        )}`,
    );
  return [coded((digits) => digits), coded((digits) => digits.toUpperCase())];
};
const htmlEscaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "&#39;");

/** A text that is the same in a URL, a form, JSON and HTML. */
const PLAIN = /^[\w.-]*$/;

/** The different texts of a secret: plain, in a URL, a form, JSON or HTML, and two of these combined. */
export function escapedForms(secret: string): readonly string[] {
  if (PLAIN.test(secret) || secret.length > MAX_LENGTH_WITH_FORMS) return [secret];
  const inUrls = [percentEncoded, formEncoded].flatMap((encoded) => [encoded(secret), strictly(encoded(secret))]);
  const escaped = jsonEscaped(secret);
  const forms = new Set([
    secret,
    ...inUrls.flatMap((form) => [form, smallHex(form), percentEncoded(form)]),
    ...[escaped, ascii(escaped), ...SAFE_IN_HTML.flatMap((signs) => safelyEscaped(escaped, signs))].flatMap((form) => [
      form,
      form.replaceAll("/", "\\/"),
      jsonEscaped(form),
    ]),
    htmlEscaped(secret),
  ]);
  return [...forms];
}

/** Of fewer bytes, what is the same wherever they stand in Base64 is too short to be looked for. */
const MIN_ENCODED = 9;
/** A longer secret has no form in Base64 or hexadecimal here: there are 14 of them. */
const MAX_ENCODED = 16_384;

/** The part of a Base64 text that bytes decide alone, if their first one has this place in a group of three. */
function insideBase64(bytes: Buffer, place: number): string {
  const bits = 8 * (place + bytes.length);
  const encoded = Buffer.concat([Buffer.alloc(place), bytes]).toString("base64");
  return encoded.slice(Math.ceil((8 * place) / 6), Math.floor(bits / 6));
}

/** A secret inside of Base64 texts, in both alphabets of RFC 4648 and as JSON and URLs hold them. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2]
    .map((place) => insideBase64(bytes, place))
    .flatMap((text) => [
      text,
      text.replaceAll("+", "-").replaceAll("/", "_"),
      text.replaceAll("/", "\\/"),
      percentEncoded(text),
    ]);

/** The hexadecimal forms of a secret, in small and capital letters. */
export function hexForms(secret: string): string[] {
  if (secret.length > MAX_ENCODED) return [];
  const hex = Buffer.from(secret).toString("hex");
  return [hex, hex.toUpperCase()];
}

/**
 * Every form of a secret that is taken out of what others answer: plain, in a URL, a form, JSON or HTML, hexadecimal,
 * and inside of Base64 texts wherever it stands in them.
 */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret.slice(0, MAX_ENCODED + 1));
  if (bytes.length < MIN_ENCODED || secret.length > MAX_ENCODED) return escapedForms(secret);
  return [...new Set([...escapedForms(secret), ...hexForms(secret), ...base64Forms(bytes)])];
}
