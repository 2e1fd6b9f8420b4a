/** Small pieces of English for composed sentences. Pure. */

const ACRONYMS = new Set(
  `url urls uri ip ips api apis uuid guid html sku skus vat iban bic ssl tls dns json xml csv pdf sms mms mac cpu ram vlan vlans vrf
  iso utc sso saml ldap mfa otp pin http ssh sql crm erp ssid asn bgp vpn gps rss pii kyc aws gcp id3 ui os ean isbn
  gtin upc lan lans wlan wlans asns rir psk ndc icd10 ipv4 ipv6 cidr nat poe csr pem mtu npi dea ach cvv iot`.split(
    /\s+/,
  ),
);

/** `createdAt`, `created_at` and `created-at` as "created at", abbreviations in capitals. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/IDs\b/g, "Ids")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const ENDS_WITH_S = /^(?:dns|sms|mms|gps|os|aws|rss|tls)$/;
const acronym = (word: string): string => {
  const text = word.toUpperCase();
  return text.endsWith("S") && !ENDS_WITH_S.test(word) ? `${text.slice(0, -1)}s` : text;
};

export const spoken = (words: readonly string[]): string =>
  words.map((word) => (ACRONYMS.has(word) ? acronym(word) : word)).join(" ");

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SAME = new Set(
  `series news status sms mms dns gps access analysis address business process class basis bus gas lens canvas alias bonus campus
  corpus progress success aws rss tls os data media info information metadata content history feedback usage chassis
  settings details statistics analytics credentials`.split(/\s+/),
);
const ODD: Readonly<Record<string, string>> = {
  people: "person",
  children: "child",
  statuses: "status",
  aliases: "alias",
  indices: "index",
  indexes: "index",
  analyses: "analysis",
  matrices: "matrix",
  vertices: "vertex",
  movies: "movie",
  cookies: "cookie",
  bonuses: "bonus",
  campuses: "campus",
};

/** The singular of a plural word; other words are returned unchanged. */
export function singular(word: string): string {
  const odd = Object.hasOwn(ODD, word) ? ODD[word] : undefined;
  if (odd) return odd;
  if (SAME.has(word) || word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:sses|xes|ches|shes|zzes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Many of what a word names. */
export function plural(word: string): string {
  if (isPlural(word) || SAME.has(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

export const isPlural = (word: string): boolean => Object.hasOwn(ODD, word) || singular(word) !== word;

/** Words without the article "a". */
const UNCOUNTED = new Set(
  `data media info information metadata content contents history feedback usage settings details statistics stats analytics
  credentials access inventory news progress weather traffic software hardware advice support equipment revenue stock spam
  permissions text html json xml csv mail email money cash time health`.split(/\s+/),
);

export const withArticle = (words: readonly string[]): string => {
  const text = spoken(words);
  const last = words.at(-1) ?? "";
  if (UNCOUNTED.has(last) || isPlural(last)) return text;
  return `${/^(?:[aeio]|u(?!ni|se|r[il]|sa|u)|(?:html|sms|rss|ssl|mfa|xml|sso|api|ip|id)\b)/i.test(text) ? "an" : "a"} ${text}`;
};

/** "a, b and c"; the rest of a long list is counted. */
export function listNames(names: readonly string[], most: number): string {
  // Nobody wins by "1 more".
  const visible = names.length <= most + 1 ? names : names.slice(0, most);
  const rest = names.length - visible.length;
  const all = rest > 0 ? [...visible, `${rest} more`] : visible;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
}
