/**
 * Classes of faults that descriptions of providers bring along. A compile does not stop at them: their number over all
 * tools has an upper bound that only falls (`scripts/catalog/class-bounds.txt`). A new class is one entry here.
 */
import type { CompiledToolkit } from "../../../compiled-toolkit";
import { argumentClasses } from "./argument-classes";
import { toolClasses, toolkitClasses } from "./tool-classes";

const OF_TOOL = { ...argumentClasses, ...toolClasses };

export const FAULT_CLASSES: readonly string[] = [...Object.keys(OF_TOOL), ...Object.keys(toolkitClasses)];

/** A fault of a class: the tool, and where or what it is. */
export type Fault = { class: string; tool: string; what: string };

/** The faults of a toolkit's tools: one for each class and tool. Deprecated tools are not counted. */
export function findFaults(toolkit: CompiledToolkit): Fault[] {
  const tools = toolkit.tools.filter(({ deprecated }) => !deprecated);
  return [
    ...tools.flatMap((tool) =>
      Object.entries(OF_TOOL).flatMap(([name, find]) => {
        const faults = find(tool, toolkit);
        return faults.length === 0 ? [] : [{ class: name, tool: tool.slug, what: faults.slice(0, 3).join("; ") }];
      }),
    ),
    ...Object.entries(toolkitClasses).flatMap(([name, find]) =>
      find(tools).map((what) => ({ class: name, tool: what.split(" ")[0] ?? what, what })),
    ),
  ];
}
