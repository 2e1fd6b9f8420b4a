// Writes generated/handlers.ts: which toolkits have composite handlers. The executor receives that table at start.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";

const HEAD = "/** Composite handlers by toolkit. Written by scripts/build/handler-registry.mjs; do not edit. */\n";

/** The text of the table: one import for each toolkit with a `handlers.ts`. */
export function handlerRegistryText() {
  const slugs = readdirSync(inRoot("toolkits"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(inRoot("toolkits", entry.name, "handlers.ts")))
    .map((entry) => entry.name)
    .sort();
  const name = (slug) => `of_${slug.replace(/[^a-z0-9_]/g, "_")}`;
  const imports = slugs
    .map((slug) => `import { handlers as ${name(slug)} } from "@/toolkits/${slug}/handlers";\n`)
    .join("");
  const rows = slugs.map((slug) => `  ${JSON.stringify(slug)}: ${name(slug)},\n`).join("");
  return `${HEAD}import type { ToolHandlers } from "@/lib/catalog/tool-handler";\n${imports}\nexport const toolkitHandlers: Readonly<Record<string, ToolHandlers>> = {\n${rows}};\n`;
}

/** Writes the table if it changed. */
export function writeHandlerRegistry() {
  const file = inRoot("generated/handlers.ts");
  const text = handlerRegistryText();
  if (existsSync(file) && readFileSync(file, "utf8") === text) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return true;
}
