/** The model of a conversation: providers by name, and a key that stays in this browser tab. */
import { CLAUDE_MODEL, OPENAI_MODEL } from "@/components/connect-agent/models";

export type ChatModel = { base_url: string; model: string; api_key?: string };

export const PROVIDERS = [
  { key: "openai", label: "OpenAI", address: "https://api.openai.com/v1", model: OPENAI_MODEL },
  { key: "anthropic", label: "Anthropic", address: "https://api.anthropic.com/v1", model: CLAUDE_MODEL },
  { key: "other", label: "Other (OpenAI-compatible)", address: "", model: "" },
] as const;

export type ProviderKey = (typeof PROVIDERS)[number]["key"];

/** The provider that makes keys of this form; undefined for other keys. */
export const providerOfKey = (apiKey: string): ProviderKey | undefined =>
  apiKey.startsWith("sk-ant-")
    ? "anthropic"
    : /^sk-(proj-|svcacct-|[A-Za-z0-9]{20})/.test(apiKey)
      ? "openai"
      : undefined;

/** The provider that answers at an address. */
export const providerOfAddress = (address: string): ProviderKey =>
  PROVIDERS.find((provider) => provider.address !== "" && address.startsWith(provider.address))?.key ?? "other";

const storageKey = (project: string | null) => `patchbay.chat-model.${project ?? ""}`;

const isModel = (value: unknown): value is ChatModel => {
  const { base_url: address, model, api_key: key } = (value ?? {}) as Record<string, unknown>;
  return typeof address === "string" && typeof model === "string" && (key === undefined || typeof key === "string");
};

/** The tab's storage ends with the tab; signing out empties it. */
export function storeModel(project: string | null, model: ChatModel | null): void {
  try {
    if (model) window.sessionStorage.setItem(storageKey(project), JSON.stringify(model));
    else window.sessionStorage.removeItem(storageKey(project));
  } catch {
    return; // storage is forbidden: the key lasts until the page is left
  }
}

export function findModel(project: string | null): ChatModel | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(storageKey(project)) ?? "null");
    return isModel(value) ? value : null;
  } catch {
    return null; // written by something else, or storage is forbidden
  }
}
