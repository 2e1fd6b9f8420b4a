/** The texts of the pages for end users in the languages besides English. */
import { de } from "./translations/de";
import { es } from "./translations/es";
import { fr } from "./translations/fr";
import { it } from "./translations/it";
import { ja } from "./translations/ja";
import { pt } from "./translations/pt";
import { zh } from "./translations/zh";

export const TRANSLATIONS = { es, de, fr, pt, it, zh, ja };
