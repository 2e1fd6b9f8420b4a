/**
 * The English texts that end users read while they connect, and the choice of the language. `{app}`, `{toolkit}`, ...
 * are variables.
 */
import { TRANSLATIONS } from "./translations/translations";
import type { PageTexts } from "./translations/wording";

const ENGLISH: PageTexts = {
  connect: "Connect {toolkit}",
  wants: "{app} wants to use your {toolkit} account for you.",
  continueAt: "You continue at {host}, sign in there, and decide what to allow.",
  stored: "What you fill in is stored encrypted and used for nothing else.",
  asksTo: "{app} asks for these permissions:",
  optional: "optional",
  whereToFind: "Where to find this",
  continueTo: "Continue to {toolkit}",
  cancel: "Cancel",
  footer: "Go on only if you came here from {app}. You can end the connection there at any time.",
  languages: "Languages",
  attention: "Some fields need your attention.",
  required: "{field} is required.",
  oneLine: "must be one line.",
  number: "must be a number.",
  address: "must be an address that this server can reach.",
  unknown: [
    "This link does not work",
    "This link is incomplete or was not made by this server.",
    "Go back to the app you came from and start again there.",
  ],
  expired: [
    "This link has expired",
    "Links to connect an account work for a limited time.",
    "Go back to the app you came from and start again there.",
  ],
  used: [
    "This link was used already",
    "Each link connects one account once. If you have just connected yours, you are done.",
    "Otherwise go back to the app you came from and start again there.",
  ],
  unavailable: [
    "This account cannot be connected now",
    "The app has switched this connection off or removed it.",
    "Go back to the app you came from and ask for help there.",
  ],
  stale: [
    "This sign-in cannot be finished",
    "It was finished already, took longer than ten minutes, or did not begin here.",
    "Go back to the app you came from and start again there.",
  ],
  otherBrowser: [
    "This sign-in began in another browser",
    "For your safety it can be finished only in the browser where it began, with cookies switched on. Nothing was connected.",
    "Go back to the app you came from and start again there.",
  ],
  noCookies: [
    "This sign-in needs cookies",
    "Your browser sent none of ours: it blocks them, or the sign-in began in another browser. Nothing was connected.",
    "Allow cookies for {host}. Then go back to the app you came from and start again there, in this browser.",
  ],
  done: [
    "Your {toolkit} account is connected to {app}",
    "You can close this page and go back to the app you came from.",
  ],
  failedTitle: "Your {toolkit} account was not connected",
  canClose: "You can close this page.",
  tryAgain: "Go back to the app you came from to try again.",
  again: "Try again",
  yourConnections: "Your connections",
  details: "Details",
  providerAway: "The provider could not be reached just now.",
  notFinished: "The provider did not complete the sign-in.",
  canceled: "You canceled.",
  denied: "You did not give consent.",
  askForHelp: "Go back to the app you came from and ask for help there.",
  backToApp: "Back to the app",
  refusedKey: "{toolkit} does not accept this key.",
  refusedToken: "{toolkit} does not accept this token.",
  refused: "{toolkit} does not accept these details.",
  correctOrSave: "Check it and try again. If you are sure that it is right, save it anyway.",
  unchecked: "We could not ask {toolkit} whether this is right.",
  uncheckedStatus: "{toolkit} answered with an error ({status}), so we do not know whether this is right.",
  retryOrSave: "Try again, or save it anyway if you are sure.",
  saveAnyway: "Save anyway",
  kept: "What you entered before is kept. Fill this in only to change it.",
  tooMany: "That was tried too often with details that are not accepted.",
  signIn: "Sign in",
  signInAs: "You are about to sign in to {app} as {user}, in this browser, for one hour.",
  signInFooter: "Go on only if you came here from {app} and this is you.",
  signedIn: ["You are signed in", "You can close this page and go on in your app."],
  signInUnknown: [
    "This link does not work",
    "This link is incomplete or was not made by this server.",
    "Go back to the app you came from and sign in there again.",
  ],
  signInExpired: [
    "This link has expired",
    "Sign-in links work for a short time.",
    "Go back to the app you came from and sign in there again.",
  ],
  signInUsed: [
    "This link was used already",
    "Each link signs you in once.",
    "Go back to the app you came from and sign in there again.",
  ],
  fields: {},
};

const TABLE = { en: ENGLISH, ...TRANSLATIONS };
export type Language = keyof typeof TABLE;

/** The name of each language in that language. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  de: "Deutsch",
  fr: "Français",
  pt: "Português",
  it: "Italiano",
  zh: "中文",
  ja: "日本語",
};

export const textsOf = (language: Language): PageTexts => TABLE[language];

/** Fills the variables of a text, in one pass. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

const known = (tag: string): Language | undefined => {
  const base = tag.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  return Object.hasOwn(TABLE, base) ? (base as Language) : undefined;
};

/** The languages of an Accept-Language header, the preferred one first (RFC 9110 section 12.5.4). */
function wanted(header: string): string[] {
  return header
    .split(",")
    .slice(0, 30)
    .map((part, place) => {
      const [tag = "", ...parameters] = part.split(";");
      const weight = Number(parameters.map((one) => /^\s*q=([0-9.]+)\s*$/.exec(one)?.[1]).find(Boolean) ?? 1);
      return { tag, place, weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ tag }) => tag);
}

/** The person's choice (`?lang=`), else the first language of the browser that we have, else English. */
export const chooseLanguage = (chosen: string | null, accepted: string | null): Language =>
  (chosen && known(chosen)) ||
  wanted(accepted ?? "")
    .map(known)
    .find((language) => language !== undefined) ||
  "en";
