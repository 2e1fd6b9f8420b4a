/** The official SDKs, unmodified, with nothing but the base URL changed. */
import { Composio as LatestComposio } from "composio-core-latest";
import { Composio as LegacyComposio } from "composio-core-legacy";
import { run } from "../harness/run";

process.env.TELEMETRY_DISABLED = "true";

export type Sdk = LatestComposio;

type Options = { apiKey: string; baseURL: string; allowTracking: boolean; disableVersionCheck: boolean };

const options = (apiKey: string): Options => ({ apiKey, baseURL: run().url, allowTracking: false, disableVersionCheck: true });

/** Both generations have the methods that the tests use; the older one's types differ in details only. */
export const sdks: readonly { name: string; connect: (apiKey?: string) => Sdk }[] = [
  { name: "core 0.19.0", connect: (apiKey = run().api_key) => new LatestComposio(options(apiKey)) },
  { name: "core 0.5.4", connect: (apiKey = run().api_key) => new LegacyComposio(options(apiKey)) as unknown as Sdk },
];

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
