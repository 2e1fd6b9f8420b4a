/** The texts of the page of connections, in each language of the pages for end users. */
import type { Language } from "@/lib/hosted-pages/texts";
import { de } from "./translations/de";
import { en } from "./translations/en";
import { es } from "./translations/es";
import { fr } from "./translations/fr";
import { it } from "./translations/it";
import { ja } from "./translations/ja";
import { pt } from "./translations/pt";
import type { ConnectionTexts } from "./translations/wording";
import { zh } from "./translations/zh";

const TABLE: Readonly<Record<Language, ConnectionTexts>> = { en, es, de, fr, pt, it, zh, ja };

export const connectionTexts = (language: Language): ConnectionTexts => TABLE[language];
