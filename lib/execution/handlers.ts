/** The composite tools of the toolkits, handed in when the process starts: this room knows no toolkit by name. */
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/handler";
import { processMemory } from "@/lib/kernel/process-memory";

const registry = () =>
  processMemory("execution.handlers", (): { byToolkit: Readonly<Record<string, ToolHandlers>> } => ({ byToolkit: {} }));

/** Sets the handlers of all toolkits, by toolkit slug; the generated registry of the catalogue. */
export const setToolHandlers = (byToolkit: Readonly<Record<string, ToolHandlers>>): void => {
  registry().byToolkit = byToolkit;
};

/** The handler that a tool of this toolkit names (`ToolRun`); null when this build does not have it. */
export function findToolHandler(toolkitSlug: string, handler: string): ToolHandler | null {
  const { byToolkit } = registry();
  const [toolkit, name] = handler.includes("/")
    ? [handler.slice(0, handler.indexOf("/")), handler.slice(handler.indexOf("/") + 1)]
    : [toolkitSlug, handler];
  const handlers = Object.hasOwn(byToolkit, toolkit) ? byToolkit[toolkit] : undefined;
  return handlers && Object.hasOwn(handlers, name) ? (handlers[name] ?? null) : null;
}
