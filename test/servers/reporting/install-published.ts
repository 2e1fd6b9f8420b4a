/** The trigger types of a toolkit of the catalog, at the loopback provider. */
import { readFileSync } from "node:fs";
import { inRoot } from "@/scripts/paths.mjs";
import { forgetSettings } from "../../setup/process-memory";
import { installLoopbackTriggers } from "../../builders/loopback-triggers";

/** @param change what differs in the file, such as the addresses of keys */
export async function installPublished(
  slug: string,
  baseUrl: string,
  change: (yaml: string) => string = (yaml) => yaml,
): Promise<void> {
  const yaml = readFileSync(inRoot(`toolkits/${slug}/triggers.yaml`), "utf8").replace(/^alsoIn: .*$/m, "");
  await installLoopbackTriggers(baseUrl, change(yaml));
}

/** Sets the URL at which providers reach this server. */
export function setPublicUrl(url: string): void {
  process.env.PATCHBAY_PUBLIC_URL = url;
  forgetSettings();
}
