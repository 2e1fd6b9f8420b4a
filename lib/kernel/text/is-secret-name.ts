/** Decides by the words in a name whether its value is a secret. Runs in linear time. */

/** Of a longer name only its end is read. */
const READ = 200;

/** A quick test: a name without one of these is never secret. */
const SUSPECT =
  /auth|cookie|pass|pwd|secret|token|bearer|credential|sig|jwt|otp|pin|key|code|verif|assert|saml|conn|cvv|cvc|answer|phrase/i;

/** Whether a text can contain a secret name: false if it certainly contains no such name. */
export const mayHoldSecret = (text: string): boolean => SUSPECT.test(text);

const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that may follow a secret's name: `password_confirmation`, `secret_value`, `x-hub-signature-256`. */
const QUALIFIERS = setOf(
  "value values data text raw plain plaintext base base64 b64 encoded encrypted " +
    "hash hashed hex pem der contents confirmation confirm confirmed repeat new old current",
);
/** Words that make a name secret if they are its last word. */
const ALONE = setOf(
  "password passwords passwd pwd passphrase passcode secret secrets " +
    "bearer credential credentials jwt otp totp pin cookie cookies assertion apikey cvv cvc",
);
/** The same for words that are written together, as in `clientsecret`. */
const JOINED = /(password|passwd|passphrase|passcode|secret|apikey|accesskey|secretkey|privatekey|signingkey|authkey)$/;
/** Words before `token` that make it a page cursor, a sync position or another harmless value. */
const PLACES_OF_LISTS = new RegExp(
  "(page|sync|next|prev|previous|continuation|cursor|skip|delta|paging|pagination|resume|scroll|" +
    "change|changes|start|end|marker|offset|watermark|atlassian)$",
);
/** Words before `tokens` that make it secret; `max_tokens` is only a number. */
const TOKENS = /(access|refresh|id|api|auth|oauth|session|bearer|personal|bot)$/;

/** Last words that are only secret after certain words; "" stands for a name of one word. */
const BEHIND: Readonly<Record<string, ReadonlySet<string>>> = {
  key: setOf(
    "api access secret private signing encryption decryption auth authentication authorization " +
      "master subscription application license admin shared hmac symmetric recovery",
  ),
  code: setOf(
    "auth oauth authorization verification security recovery backup mfa otp totp sms fa device pin pass access secret",
  ),
  codes: setOf("recovery backup verification"),
  verifier: setOf("code"),
  authorization: setOf(" proxy x http"),
  signature: setOf(" x amz hub request webhook hmac"),
  sig: setOf(" request x"),
  pass: setOf(" user smtp db database proxy mail email ftp sftp admin root api basic auth http"),
  response: setOf("saml"),
  string: setOf("connection"),
  answer: setOf("secret security"),
  phrase: setOf("secret seed recovery pass"),
};

function isSecretToken(last: string, before: string): boolean | undefined {
  if (last.endsWith("token")) return !PLACES_OF_LISTS.test(last === "token" ? before : last.slice(0, -5));
  if (last.endsWith("tokens")) return TOKENS.test(last === "tokens" ? before : last.slice(0, -6));
  return undefined;
}

function decide(end: string): boolean {
  const words = end.match(WORDS)?.map((word) => word.toLowerCase()) ?? [];
  while (words.length > 1 && (QUALIFIERS.has(words.at(-1) ?? "") || /^\d/.test(words.at(-1) ?? ""))) words.pop();
  const [last = "", before = ""] = [words.at(-1), words.at(-2)];
  if (ALONE.has(last) || JOINED.test(last)) return true;
  return isSecretToken(last, before) ?? (Object.hasOwn(BEHIND, last) && BEHIND[last]?.has(before)) === true;
}

/** The size of the cache: the same names are checked again and again. */
const MAX_KNOWN = 2000;
const MAX_KNOWN_LENGTH = 64;
const verdicts = new Map<string, boolean>();

/**
 * Whether a value under this name must not be shown: passwords, keys, tokens and the like, in any case and with any
 * signs between the words. Not: page cursors, counts of tokens, ids of keys.
 */
export function isSecretName(name: string): boolean {
  const remembered = verdicts.get(name);
  if (remembered !== undefined) return remembered;
  const end = name.length > READ ? name.slice(-READ) : name;
  const decided = SUSPECT.test(end) && decide(end);
  if (name.length <= MAX_KNOWN_LENGTH) {
    if (verdicts.size >= MAX_KNOWN) verdicts.clear();
    verdicts.set(name, decided);
  }
  return decided;
}
