/** The composite tools of the toolkits, handed in when the process starts: this room knows no toolkit by name. */
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/handler";
import { once } from "@/lib/kernel/once";

const registry = () => once("execution.handlers", (): { byToolkit: Readonly<Record<string, ToolHandlers>> } => ({ byToolkit: {} }));

/** Sets the handlers of all toolkits, by toolkit slug; the generated registry of the catalogue. */
export const setToolHandlers = (byToolkit: Readonly<Record<string, ToolHandlers>>): void => { registry().byToolkit = byToolkit; };

/** The handler that a tool names; null when this build does not have it. */
export function findToolHandler(toolkitSlug: string, name: string): ToolHandler | null {
  const { byToolkit } = registry();
  const handlers = Object.hasOwn(byToolkit, toolkitSlug) ? byToolkit[toolkitSlug] : undefined;
  return handlers && Object.hasOwn(handlers, name) ? (handlers[name] ?? null) : null;
}
