/** The texts of the pages for end users in every language: complete, and without words that read badly. */
import { expect, it } from "vitest";
import { LANGUAGES, type Language } from "../languages";
import { approvingTexts, connectingTexts, connectionTexts, consentTexts } from "../texts";

/** Each text under its name, such as `connecting.done.0`. */
function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, name: string): void => {
    if (typeof value === "string") texts.set(name, value);
    else if (value && typeof value === "object")
      for (const [key, item] of Object.entries(value)) collect(item, `${name}.${key}`);
  };
  collect(connectingTexts(language), "connecting");
  collect(connectionTexts(language), "connections");
  collect(consentTexts(language), "consent");
  collect(approvingTexts(language), "approving");
  return texts;
}

const ALL = Object.keys(LANGUAGES) as Language[];
const variablesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

/** Words that people read as unidiomatic, or that name a thing otherwise than the rest of the pages does. */
const OLD_WORDS: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /\b(address|addresses|go on|at once|made|of yours|any more|keep it|used already)\b/i,
    /\banswer(s|ed)?\b|\b(did|does|do|is|was|are|could|can) ?not\b|'/i,
    /take[ns]? .*\bback\b|took (the|it)\b|the app you came from/,
  ],
  de: [
    /von der Sie kommen|Adresse|zurückn[ea]hm|zurückgenommen|schon (benutzt|beendet|getrennt)/,
    /nimmt .* nicht an|nicht gefragt|gemacht haben/,
  ],
  es: [
    /de la que vienes|\bdirecci|terminar (la conexión|este acceso)|empieza allí/,
    /retirar|(usar|actúan) .*por ti\b|quienes lo hicieron/,
  ],
  fr: [/d’où vous venez|adresse|mettre fin|pr(end|is) fin|pour vous\b|recommencez-y|ceux qui/],
  pt: [/de onde veio|endereço|terminar (a ligação|este acesso)|retirar|por si\b|desligar|quem o fez/],
  it: [
    /da cui (arrivi|sei arrivato)|indirizzo|terminare (il collegamento|questo accesso)/,
    /ritirare|per te\b|chi lo ha fatto|ricomincia/,
  ],
  zh: [/您来(时|自)的应用|地址|收回|在那里将其|结束此访问/],
  ja: [/元のアプリ|アドレス|終了できます|そこの設定/],
};

it.each(ALL)("uses the same variables in %s as in English", (language) => {
  const texts = textsOf(language);
  for (const [name, text] of textsOf("en"))
    if (!name.startsWith("connecting.fields"))
      expect(variablesOf(texts.get(name) ?? ""), name).toEqual(variablesOf(text));
});

it.each(ALL)("has no unidiomatic words in %s", (language) => {
  const matches = [...textsOf(language)].filter(([, text]) => OLD_WORDS[language].some((words) => words.test(text)));
  expect(matches).toEqual([]);
});

it.each(ALL)("leaves no text empty in %s, and no space at an end", (language) => {
  for (const [name, text] of textsOf(language)) expect(text.trim(), name).toBe(text || "a text");
});
