/** The texts of the pages for end users in the languages besides English. */
import { de } from "./de";
import { es } from "./es";
import { fr } from "./fr";
import { it } from "./it";
import { ja } from "./ja";
import { pt } from "./pt";
import { zh } from "./zh";

export const TRANSLATIONS = { es, de, fr, pt, it, zh, ja };
