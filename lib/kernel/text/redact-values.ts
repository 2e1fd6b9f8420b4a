/**
 * Removes known secrets from the messages of other servers, in every encoding in which servers might repeat them. Pure.
 */
import { REDACTED } from "./redact";
import { escapedForms, hexForms } from "./secret-forms";

/**
 * Every part of a secret of this length is removed; shorter parts may be ordinary words. A shorter secret is only found
 * as a whole word.
 */
const RUN = 12;
/** For longer secrets only every twelfth part is searched; less than two parts of them can remain. */
const DENSE = 512;

type Sought = { runs: ReadonlySet<string>; words: readonly string[] };
type Range = [from: number, to: number];

function toSought(secrets: Iterable<string>, formsOf: (secret: string) => readonly string[]): Sought {
  const [runs, words] = [new Set<string>(), new Set<string>()];
  for (const secret of secrets) {
    if (secret.length < 2) continue;
    for (const form of formsOf(secret)) {
      if (form.length < RUN) words.add(form);
      const step = form.length > DENSE ? RUN : 1;
      for (let index = 0; index + RUN <= form.length; index += step) runs.add(form.slice(index, index + RUN));
    }
  }
  return { runs, words: [...words] };
}

/** Characters that belong to one token: they are removed too, next to a part that was found. */
const isInToken = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  "%+/_-~".includes(String.fromCharCode(code));

function widened(text: string, [from, to]: Range): Range {
  let [start, end] = [from, to];
  while (start > 0 && isInToken(text.charCodeAt(start - 1))) start--;
  while (end < text.length && isInToken(text.charCodeAt(end))) end++;
  return [start, end];
}

function rangesOf(text: string, { runs, words }: Sought): Range[] {
  const ranges: Range[] = [];
  for (let index = 0; index + RUN <= text.length; index++) {
    if (!runs.has(text.slice(index, index + RUN))) continue;
    const range = widened(text, [index, index + RUN]);
    ranges.push(range);
    index = Math.max(index, range[1] - RUN);
  }
  for (const word of words)
    for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + word.length)) {
      const isWhole = ![index - 1, index + word.length].some((beside) => /[A-Za-z0-9]/.test(text[beside] ?? ""));
      if (isWhole) ranges.push([index, index + word.length]);
    }
  return ranges;
}

/** The Base64 texts (both alphabets of RFC 4648) that contain a secret, for example Basic credentials. */
function encodedRanges(text: string, sought: Sought): Range[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{4,}={0,2}/g)].flatMap(({ 0: run, index }): Range[] => {
    const holds = [0, 1, 2, 3].some(
      (skipped) => rangesOf(Buffer.from(run.slice(skipped), "base64").toString("utf8"), sought).length > 0,
    );
    return holds ? [[index, index + run.length]] : [];
  });
}

/**
 * The text without the secrets, in any form: plain, percent- or form-encoded, escaped for JSON or HTML, hexadecimal, in
 * Base64 (also Basic credentials), or two of these combined; whole or in parts of at least twelve characters. Runs in
 * linear time. Only for short error messages: it can remove too much, so do not use it for answers.
 */
export const redactValues = (text: string, secrets: Iterable<string>): string =>
  withoutSought(
    text,
    toSought(secrets, (secret) => [...escapedForms(secret), ...hexForms(secret)]),
  );

/** The same for secrets in all their forms, as `secretForms` gives them. */
export const redactForms = (text: string, forms: Iterable<string>): string =>
  withoutSought(
    text,
    toSought(forms, (form) => [form]),
  );

/**
 * Makes a test for many texts: whether a text contains a secret, in any form. The search table is built once.
 * @param forms the secrets in all their forms, as `secretForms` gives them
 */
export function secretFinder(forms: Iterable<string>): (text: string) => boolean {
  const sought = toSought(forms, (form) => [form]);
  return (text) => withoutSought(text, sought) !== text;
}

function withoutSought(text: string, sought: Sought): string {
  if (sought.runs.size === 0 && sought.words.length === 0) return text;
  const ranges = [...rangesOf(text, sought), ...encodedRanges(text, sought)].sort((a, b) => a[0] - b[0]);
  let [clean, done] = ["", 0];
  for (const [from, to] of ranges) {
    if (from >= done) clean += text.slice(done, from) + REDACTED;
    done = Math.max(done, to);
  }
  return clean + text.slice(done);
}
