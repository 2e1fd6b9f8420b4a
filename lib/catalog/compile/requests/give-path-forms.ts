/** Gives path parameters the form that the toolkit's file names for them. */
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import type { RequestParameter } from "../../tool-request";

type PathForms = Readonly<Record<string, NonNullable<RequestParameter["form"]>>>;

/**
 * @param forms by the parameter's name on the wire
 * @throws CatalogSourceError for a name that no tool has in its path
 */
export function givePathForms(tools: readonly CompiledTool[], forms: PathForms, filePath: string): void {
  const unused = new Set(Object.keys(forms));
  if (unused.size === 0) return;
  for (const { run } of tools) {
    for (const parameter of run.request?.parameters ?? []) {
      const form = parameter.in === "path" ? forms[parameter.name] : undefined;
      if (form === undefined) continue;
      parameter.form = form;
      unused.delete(parameter.name);
    }
  }
  const [stranger] = unused;
  if (stranger !== undefined)
    throw new CatalogSourceError(filePath, `pathForms.${stranger}`, "no path of a tool has such a place");
}
