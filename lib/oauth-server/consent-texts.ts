/** The texts of the pages on which people allow programs, in each language of the pages for end users. */
import { fillText, type Language } from "@/lib/hosted-pages/texts";
import { de } from "./translations/de";
import { en } from "./translations/en";
import { es } from "./translations/es";
import { fr } from "./translations/fr";
import { it } from "./translations/it";
import { ja } from "./translations/ja";
import { pt } from "./translations/pt";
import type { ConsentTexts } from "./translations/wording";
import { zh } from "./translations/zh";

const TABLE: Readonly<Record<Language, ConsentTexts>> = { en, es, de, fr, pt, it, zh, ja };

export const consentTexts = (language: Language): ConsentTexts => TABLE[language];

/** Where a program takes what it is given, in words. */
export function placeInWords(redirectUri: string, language: Language): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  const texts = consentTexts(language);
  if (protocol === "https:") return fillText(texts.atHost, { host });
  if (protocol === "http:") return fillText(texts.onComputer, { host: hostname });
  return fillText(texts.onDevice, { scheme: protocol.slice(0, -1) });
}
