/** The toolkit of the meta tools, compiled as the catalogue does it. */
import { readFileSync } from "node:fs";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import { parseYamlFile, ToolkitFile } from "@/lib/catalog/compile/toolkit-file";

const FILE = "toolkits/composio/toolkit.yaml";

export const metaToolkit = () =>
  compileToolkit({
    slug: "composio",
    filePath: FILE,
    file: parseYamlFile(ToolkitFile, FILE, readFileSync(FILE, "utf8")),
    providers: {},
    read: () => {
      throw new Error("no description is read");
    },
  });
