/** Finds card numbers, IBANs, email addresses and phone numbers in texts. Each search reads a text in linear time. */

/** Positions in a text: of the first character, and behind the last. */
export type Range = readonly [from: number, to: number];

/** Groups of digits with a space or a hyphen between them. */
const DIGIT_RUN = /\d+(?:[ -]\d+)*/g;
const MOST_GROUPS = 8;

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The beginnings and lengths of the networks' numbers. */
const CARD = new RegExp(
  [
    ...[String.raw`^(?:4(?:\d{12}|\d{15}|\d{18})`, String.raw`(?:5[1-5]|2[2-7])\d{14}`, String.raw`3[47]\d{13}`],
    ...[String.raw`3(?:0[0-5]|[689]\d)\d{11}`, String.raw`6(?:011|4[4-9]\d|5\d\d)\d{12}`, String.raw`62\d{14,17}`],
    String.raw`35\d{14})$`,
  ].join("|"),
);

const isCard = (digits: string): boolean => CARD.test(digits) && isLuhn(digits) && !/^(\d)\1+$/.test(digits);

/** The groups of a card with the same separator between them. */
const SPACED_CARD = /(?<!\d)(?:\d{4}([\t ._/*|-]{1,3})\d{4}\1\d{4}\1\d{4}|\d{4}([\t ._/*|-]{1,3})\d{6}\2\d{5})(?!\d)/g;

/** The longest run whose digits can all be of one card: 19 digits with separators. */
const MOST_OF_CARD = 37;

const isWholeCard = (run: string): boolean => run.length <= MOST_OF_CARD && isCard(run.replaceAll(/\D/g, ""));

function findSpacedCards(text: string): Range[] {
  return [...text.matchAll(SPACED_CARD)].flatMap(({ 0: card, index }): Range[] =>
    isCard(card.replaceAll(/\D/g, "")) ? [[index, index + card.length]] : [],
  );
}

export const findCards = (text: string): Range[] => [...findGroupedCards(text), ...findSpacedCards(text)];

/** Cards as a whole run of digits, or as some adjacent groups of it. */
function findGroupedCards(text: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: run, index } of text.matchAll(DIGIT_RUN)) {
    if (run.length < 13) continue;
    if (isWholeCard(run)) {
      ranges.push([index, index + run.length]);
      continue;
    }
    const groups = [...run.matchAll(/\d+/g)].map((match) => [match.index, match.index + match[0].length] as const);
    for (let first = 0; first < groups.length; first++) {
      const last = cardEnd(run, groups, first);
      if (last < 0) continue;
      ranges.push([index + (groups[first]?.[0] ?? 0), index + (groups[last]?.[1] ?? 0)]);
      first = last;
    }
  }
  return ranges;
}

/** The last group of a card that begins with a group; -1 without a card. */
function cardEnd(run: string, groups: readonly Range[], first: number): number {
  let digits = "";
  for (let last = first; last < Math.min(groups.length, first + MOST_GROUPS); last++) {
    const [from, to] = groups[last] ?? [0, 0];
    digits += run.slice(from, to);
    if (digits.length > 19) return -1;
    if (digits.length >= 13 && isCard(digits)) return last;
  }
  return -1;
}

/** Characters of the IBANs of each country. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 " +
    "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 " +
    "LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 " +
    "SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function isIban(characters: string): boolean {
  let rest = 0;
  for (const character of characters.slice(4) + characters.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

export function findIbans(text: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: start, index } of text.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g)) {
    const length = IBAN_LENGTHS[start.slice(0, 2).toUpperCase()] ?? 0;
    let [characters, end] = ["", index];
    while (end < text.length && characters.length < length && /[A-Za-z0-9 ]/.test(text[end] ?? "")) {
      if (text[end] !== " ") characters += text[end];
      end++;
    }
    const isWhole = characters.length === length && !/[A-Za-z0-9]/.test(text[end] ?? "");
    if (length > 0 && isWhole && isIban(characters.toUpperCase())) ranges.push([index, end]);
  }
  return ranges;
}

const LOCAL = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/;
const MOST_LOCAL = 64;
const DOMAIN = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/uy;

export function findEmails(text: string): Range[] {
  const ranges: Range[] = [];
  for (let sign = text.indexOf("@"); sign >= 0; sign = text.indexOf("@", sign + 1)) {
    let from = sign;
    while (from > 0 && sign - from < MOST_LOCAL && LOCAL.test(text[from - 1] ?? "")) from--;
    DOMAIN.lastIndex = sign + 1;
    const domain = DOMAIN.exec(text)?.[0];
    if (from < sign && domain) ranges.push([from, sign + 1 + domain.length]);
  }
  return ranges;
}

/** In international form, or with an area code and separators. */
const PHONE = new RegExp(
  String.raw`(?<![\w+.-])(?<!\d[ -])(?:` +
    [
      // Each step takes one digit, so that a text can be read in one way only.
      String.raw`(?:\+|00)[1-9](?:[ ./-]?\(?\d\)?){6,36}`,
      String.raw`\(\d{3}\) ?\d{3}[ .-]\d{4}`,
      String.raw`\d{3}[.-]\d{3}[.-]\d{4}`,
      String.raw`0\d{2,4}[ /-]\d{3,4}(?:[ -]?\d{2,4}){1,2}`,
    ].join("|") +
    String.raw`)(?![\w-])`,
  "g",
);

export function findPhones(text: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: phone, index } of text.matchAll(PHONE)) {
    const digits = phone.replace(/\D/g, "").length;
    if (digits >= 8 && digits <= 15) ranges.push([index, index + phone.length]);
  }
  return ranges;
}
