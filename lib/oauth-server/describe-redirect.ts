/** Where a program continues after the consent, in words. */
import type { Language } from "@/lib/hosted-pages/languages";
import { consentTexts, fillText } from "@/lib/hosted-pages/texts";

/** A sentence for the host, the computer or the app that a redirect URI leads to. */
export function describeRedirect(redirectUri: string, language: Language): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  const texts = consentTexts(language);
  if (protocol === "https:") return fillText(texts.atHost, { host });
  if (protocol === "http:") return fillText(texts.onComputer, { host: hostname });
  return fillText(texts.onDevice, { scheme: protocol.slice(0, -1) });
}
