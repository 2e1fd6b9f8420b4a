/** The handlers of composite tools, registered when the process starts: this folder knows no toolkit by name. */
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { processMemory } from "@/lib/kernel/process-memory";

const registry = () =>
  processMemory("execution.handlers", (): { byToolkit: Readonly<Record<string, ToolHandlers>> } => ({ byToolkit: {} }));

/** Sets the handlers of all toolkits, by toolkit slug, from the catalog's generated registry. */
export const setToolHandlers = (byToolkit: Readonly<Record<string, ToolHandlers>>): void => {
  registry().byToolkit = byToolkit;
};

/** The handler with this name (see `ToolRun`), of this or another toolkit; null if this build does not have it. */
export function findToolHandler(toolkitSlug: string, handler: string): ToolHandler | null {
  const { byToolkit } = registry();
  const [toolkit, name] = handler.includes("/")
    ? [handler.slice(0, handler.indexOf("/")), handler.slice(handler.indexOf("/") + 1)]
    : [toolkitSlug, handler];
  const handlers = Object.hasOwn(byToolkit, toolkit) ? byToolkit[toolkit] : undefined;
  return handlers && Object.hasOwn(handlers, name) ? (handlers[name] ?? null) : null;
}
