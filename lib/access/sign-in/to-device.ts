/** The browser and the system of a client, for people, from its User-Agent header. */

/** The first match counts: browsers also name those that they are built like. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgi?A?\w*\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Longer headers are cut before they are read. */
const MAX_HEADER = 500;

/** @returns such as "Firefox on Linux"; null for an unknown client. Nothing of the header itself is kept. */
export function toDevice(userAgent: string | null | undefined): string | null {
  const text = userAgent?.slice(0, MAX_HEADER) ?? "";
  const [browser, system] = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
