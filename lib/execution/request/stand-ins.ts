/** Placeholders of arguments whose values come with the credentials. Pure. */
import type { z } from "zod";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import type { CustomAuthParams } from "../contract";

/**
 * For arguments in the path whose values come with `custom_auth_params`: placeholder texts, so that they do not count
 * as missing. The values themselves are put into the address only, because arguments are logged and repeated in errors.
 */
export function standIns(
  { run, inputSchema }: CatalogTool,
  args: Readonly<Record<string, unknown>>,
  custom: z.output<typeof CustomAuthParams> | null | undefined,
): Record<string, unknown> {
  const customNames = new Set(
    (custom?.parameters ?? []).flatMap((parameter) => (parameter.in === "path" ? [parameter.name] : [])),
  );
  if (customNames.size === 0) return {};
  const properties = inputSchema.properties as Readonly<Record<string, { type?: unknown } | undefined>>;
  return Object.fromEntries(
    (run.request?.parameters ?? [])
      .filter(({ in: place, name, key }) => place === "path" && customNames.has(name) && args[key] === undefined)
      .map(({ key }) => [key, /^(integer|number)$/.test(String(properties[key]?.type)) ? 1 : "custom_auth_params"]),
  );
}
