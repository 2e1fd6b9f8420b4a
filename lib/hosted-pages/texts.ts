/** The texts of the pages for end users, and how their variables are filled. */
import type { Language } from "./languages";
import { de } from "./translations/de";
import { en } from "./translations/en";
import { es } from "./translations/es";
import { fr } from "./translations/fr";
import { it } from "./translations/it";
import { ja } from "./translations/ja";
import { pt } from "./translations/pt";
import type {
  ApprovingTexts,
  ConnectingTexts,
  ConnectionTexts,
  ConsentTexts,
  NoticeText,
  Translation,
} from "./translations/translation";
import { zh } from "./translations/zh";

const TRANSLATIONS: Readonly<Record<Language, Translation>> = { en, es, de, fr, pt, it, zh, ja };

export const connectingTexts = (language: Language): ConnectingTexts => TRANSLATIONS[language].connecting;

export const connectionTexts = (language: Language): ConnectionTexts => TRANSLATIONS[language].connections;

export const consentTexts = (language: Language): ConsentTexts => TRANSLATIONS[language].consent;

export const approvingTexts = (language: Language): ApprovingTexts => TRANSLATIONS[language].approving;

/** Fills the variables of a text, in one pass. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (variable, name: string) => values[name] ?? variable);

/** Fills the variables of each sentence of a notice. */
export const fillNotice = ([title, ...sentences]: NoticeText, values: Readonly<Record<string, string>>): NoticeText => [
  fillText(title, values),
  ...sentences.map((sentence) => fillText(sentence, values)),
];
