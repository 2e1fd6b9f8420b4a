/** The source of a call in plain words; the request headers describe it in technical terms. Pure. */

export type Source = Readonly<Record<string, unknown>>;

const LANGUAGES: Readonly<Record<string, string>> = {
  TYPESCRIPT_SDK: "TypeScript SDK",
  JAVASCRIPT_SDK: "JavaScript SDK",
  PYTHON_SDK: "Python SDK",
};
const RUNTIMES: Readonly<Record<string, string>> = {
  NODEJS: "Node.js",
  NODE: "Node.js",
  BUN: "Bun",
  DENO: "Deno",
  BROWSER: "a browser",
  CLOUDFLARE_WORKER: "Cloudflare Workers",
  CLOUDFLARE_WORKERS: "Cloudflare Workers",
  EDGE: "an edge runtime",
  VERCEL_EDGE: "Vercel Edge",
  PYTHON: "Python",
};

/** The first match: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/Android/, "Android"],
  [/iPhone|iPad|iPod/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
] as const;

type Marks = readonly (readonly [RegExp, string])[];
const firstOf = (marks: Marks, text: string): string | undefined => marks.find(([mark]) => mark.test(text))?.[1];
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Browsers call only with the cookie of a signed-in member: from these pages. */
function browserWords(agent: string): string {
  const where = [firstOf(BROWSERS, agent), firstOf(SYSTEMS, agent)].filter(Boolean).join(" on ");
  return where ? `This dashboard, ${where}` : "This dashboard";
}

function sdkWords(source: Source): string {
  const language = text(source.language);
  const framework = text(source.framework);
  const runtime = text(source.runtime);
  const name = LANGUAGES[language.toUpperCase()] ?? (language || "SDK");
  const version = text(source.sdk) && ` ${text(source.sdk)}`;
  const place = runtime && ` on ${RUNTIMES[runtime.toUpperCase()] ?? runtime}`;
  return `${name}${version}${framework && ` (${framework})`}${place}`;
}

/**
 * "TypeScript SDK 0.5.4 (openai) on Node.js", "This dashboard, Chrome on Linux", "curl 8.5.0"; empty if nothing is
 * known.
 */
export function toCalledFrom(source: Source): { words: string; raw: string } {
  const host = text(source.host);
  const raw = [source.sdk, source.framework, source.language, source.runtime, host].filter(Boolean).join(", ");
  if (source.sdk || source.language || source.framework) return { words: sdkWords(source), raw };
  if (host.startsWith("Mozilla/")) return { words: browserWords(host), raw };
  const [, product, version] = /^([\w.-]+)\/([\w.-]+)/.exec(host) ?? [];
  return { words: product && version ? `${product} ${version}` : raw, raw };
}
