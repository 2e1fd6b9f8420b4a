/** Reads a user from a provider's answer, which can contain anything: short, clean texts at known places. Pure. */
import { secretFinder } from "@/lib/kernel/text/redact-values";
import type { CurrentUser } from "../current-user";

/** The places that most providers use. A toolkit's own places come first. */
const NAMES = ["name", "full_name", "fullName", "display_name", "displayName", "real_name", "profile.real_name"];
const LOGINS = ["first_name + last_name", "firstName + lastName", "username", "user_name", "login", "nickname"];
const MAILS = ["email", "emailAddress", "email_address", "mail", "primary_email", "userPrincipalName"];
const IDS = ["id", "user_id", "userId", "accountId", "account_id", "uid", "uuid", "gid", "sid", "sub"];

/** The objects in which providers wrap it, the answer itself first. */
const WRAPPERS = [
  "",
  "user",
  "data",
  "data.user",
  "data.attributes",
  "data.viewer",
  "data.me",
  "viewer",
  "me",
  "result",
];
const MORE_WRAPPERS = ["account", "data.account", "profile", "attributes", "organization", "workspace"];

const within = (names: readonly string[]): string[] =>
  [...WRAPPERS, ...MORE_WRAPPERS].flatMap((wrapper) =>
    names.map((name) =>
      wrapper
        ? name
            .split(" + ")
            .map((part) => `${wrapper}.${part}`)
            .join(" + ")
        : name,
    ),
  );

const GUESSES = { name: within([...NAMES, ...LOGINS]), email: within(MAILS), id: within(IDS) };
const LONGEST = { name: 100, email: 254, id: 100 };
/** How much of a text is looked at. */
const MAX_READ = 1000;
/**
 * Limit of places with a text that are looked at: an answer with something useless at each of them must not keep us
 * busy.
 */
const MAX_TEXTS = 8;

/** Paths of name, e-mail and id; a missing path is guessed. */
export type UserPaths = { name?: string[] | undefined; email?: string[] | undefined; id?: string[] | undefined };

/** The value at keys joined by dots; own properties only. */
function valueAt(answer: unknown, path: string): unknown {
  let value: unknown = answer;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The text at a path for a rule about answers: true and false count too. */
export function ruleTextAt(answer: unknown, path: string): string {
  const value = valueAt(answer, path);
  return typeof value === "boolean" ? String(value) : textAt(answer, path);
}

/** The text at a path; "" if it has no text. A number counts as text. */
function textAt(answer: unknown, path: string): string {
  return path
    .split(" + ")
    .map((part) => valueAt(answer, part))
    .map((value) =>
      typeof value === "string" ? value.slice(0, MAX_READ) : typeof value === "number" ? `${value}` : "",
    )
    .filter(Boolean)
    .join(" ");
}

/**
 * One short line: without secrets, and without characters that control a terminal or reverse the direction of the text
 * around it. "" if nothing useful is left.
 */
function cleaned(text: string, holdsSecret: (text: string) => boolean, most: number): string {
  if (holdsSecret(text)) return "";
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, most).join("").trim();
}

const looksLikeMail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/**
 * Whom the answer names. A text that repeats a secret is left out, because nothing of it may be shown.
 * @param secrets in all the forms in which they may be repeated
 * @returns null if it names nobody
 */
export function readUser(answer: unknown, places: UserPaths, secrets: readonly string[]): CurrentUser | null {
  const holdsSecret = secretFinder(secrets);
  const readText = (what: "name" | "email" | "id"): string =>
    (places[what] ?? GUESSES[what])
      .map((path) => textAt(answer, path))
      .filter(Boolean)
      .slice(0, MAX_TEXTS)
      .map((text) => cleaned(text, holdsSecret, LONGEST[what]))
      .find((text) => text !== "" && (what !== "email" || looksLikeMail(text))) ?? "";
  const [id, name, email] = [readText("id"), readText("name"), readText("email")];
  if (!id && !name && !email) return null;
  return { ...(id && { id }), ...(name && { name }), ...(email && { email }) };
}
