/** The official SDKs, unmodified, with nothing but the base URL changed. */
import { Composio as LatestComposio } from "@composio/core";
import { Composio as LegacyComposio } from "composio-core-legacy";
import { run } from "../harness/run";

process.env.TELEMETRY_DISABLED = "true";

export type Sdk = LatestComposio;

export type Generation = "core 0.19.0" | "core 0.5.4";

type Extra = { apiKey?: string; baseURL?: string; toolkitVersions?: Record<string, string>; fileDownloadDir?: string };

/** Both generations have the methods that the tests use; the older one's types differ in details only. */
export function connectWith(name: Generation, extra: Extra = {}): Sdk {
  const options = {
    apiKey: run().api_key,
    baseURL: run().url,
    allowTracking: false,
    disableVersionCheck: true,
    ...extra,
  };
  return name === "core 0.19.0" ? new LatestComposio(options) : (new LegacyComposio(options) as unknown as Sdk);
}

export const sdks: readonly { name: Generation; connect: (apiKey?: string) => Sdk }[] = (
  ["core 0.19.0", "core 0.5.4"] as const
).map((name) => ({
  name,
  connect: (apiKey) => connectWith(name, apiKey === undefined ? {} : { apiKey }),
}));

/** Said of every tool that takes a file, whatever the server answers. */
const ADVICE = /has a file-uploadable input/;

/** Collects what the SDKs complain about; they warn about answers that do not fit their schemas. */
export function catchWarnings(): { warnings: string[]; release: () => void } {
  const warnings: string[] = [];
  const original = { warn: console.warn, error: console.error };
  const catcher = (...args: unknown[]): void => {
    const text = args.map(String).join(" ");
    if (!ADVICE.test(text)) warnings.push(text);
  };
  console.warn = catcher;
  console.error = catcher;
  return { warnings, release: () => Object.assign(console, original) };
}
