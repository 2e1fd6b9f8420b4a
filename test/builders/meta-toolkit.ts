/** The toolkits that run on this server itself, compiled as the catalog does it. */
import { readFileSync } from "node:fs";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";

function compile(slug: string) {
  const filePath = `toolkits/${slug}/toolkit.yaml`;
  return compileToolkit({
    slug,
    filePath,
    file: parseYamlFile(ToolkitFile, filePath, readFileSync(filePath, "utf8")),
    providers: {},
    read: () => {
      throw new Error("no description is read");
    },
  });
}

export const metaToolkit = () => compile("composio");
/** The web search and the language model as tools; its handlers are set apart. */
export const serviceToolkit = () => compile("composio_search");
