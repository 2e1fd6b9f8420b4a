/** Finds keys and tokens in texts, by the forms that their makers publish; by their checksums where they have one. */
import { crc32 } from "node:zlib";
import type { Range } from "./find-cards";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The checksum of some tokens: the CRC-32 of their random part, as six digits of base 62. */
function toChecksum(text: string): string {
  let [rest, digits] = [crc32(text), ""];
  for (let index = 0; index < 6; index++) {
    digits = (BASE62[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const hasChecksum = (token: string): boolean => {
  const random = token.slice(token.indexOf("_") + 1);
  return toChecksum(random.slice(0, -6)) === random.slice(-6);
};

type Form = { pattern: RegExp; isValid?: (token: string) => boolean };

const FORMS: readonly Form[] = [
  { pattern: /\b(?:gh[opusr]|npm)_[A-Za-z0-9]{36}\b/g, isValid: hasChecksum },
  { pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  { pattern: /\bglpat-[\w-]{20,60}/g },
  { pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { pattern: /\bya29\.[\w-]{20,400}/g },
  { pattern: /\bxox[abeoprs]-[\w-]{10,250}/g },
  { pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,120}\b/g },
  { pattern: /\bwhsec_[A-Za-z0-9+/=]{24,90}/g },
  { pattern: /\bsk-(?:proj-|ant-|svcacct-)?[\w-]{32,200}/g },
  { pattern: /\bSG\.[\w-]{16,32}\.[\w-]{32,64}/g },
  { pattern: /\bsecret_[A-Za-z0-9]{43}\b/g },
  { pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{1,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g },
];

/** The beginning of each form, and of a JWT. */
export const SECRET_HINT = new RegExp(
  String.raw`gh[opusr]_|npm_|github_pat_|glpat-|AKIA|ASIA|AIza|ya29\.|xox[abeoprs]-|[sr]k_(?:live|test)_|whsec_` +
    String.raw`|sk-|SG\.|secret_|-----BEGIN |eyJ`,
);

/** Three parts of base64url with dots between them. The first two begin with `{"` of JSON. */
function findJwts(text: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: run, index } of text.matchAll(/[\w.-]+/g)) {
    let from = index;
    const parts = run.split(".");
    for (const [nth, part] of parts.entries()) {
      const [payload = "", signature = ""] = parts.slice(nth + 1, nth + 3);
      const start = part.search(/\beyJ/);
      if (start >= 0 && part.length - start >= 13 && /^eyJ.{10}/.test(payload) && signature.length >= 20)
        ranges.push([from + start, from + part.length + payload.length + signature.length + 2]);
      from += part.length + 1;
    }
  }
  return ranges;
}

const findForms = (text: string): Range[] =>
  FORMS.flatMap(({ pattern, isValid }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: token, index }): Range[] =>
      !isValid || isValid(token) ? [[index, index + token.length]] : [],
    ),
  );

export const findSecrets = (text: string): Range[] => [...findForms(text), ...findJwts(text)];
