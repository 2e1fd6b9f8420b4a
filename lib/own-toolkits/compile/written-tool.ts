/** A tool that comes with its request, instead of an operation in a document. */
import type { HandTool } from "@/lib/catalog/compile/sources/hand-tool";
import type { ToolkitSettings } from "../settings.contract";

type Choice = NonNullable<ToolkitSettings["tools"]>[string];

export type WrittenTool = {
  /** Its name in settings and reports: `QUERY parcel`, `TOOL GET_PARCEL`. */
  key: string;
  slug: string;
  tool: HandTool;
  /** The effect and importance that its author chose; settings come first. */
  choice?: Pick<Choice, "effect" | "important">;
  /** Where it is in the document. */
  pointer?: string;
};

/** The settings with the choices of the authors of the tools. */
export function withWrittenChoices(settings: ToolkitSettings, tools: readonly WrittenTool[]): ToolkitSettings {
  const choices = tools.flatMap(({ key, choice }) =>
    choice ? [[key, { ...choice, ...settings.tools?.[key] }] as const] : [],
  );
  return choices.length === 0
    ? settings
    : { ...settings, tools: { ...settings.tools, ...Object.fromEntries(choices) } };
}

/** Where the tools are in the document, by the names that the compiler has for them. */
export function pointersOf(tools: readonly WrittenTool[]): ReadonlyMap<string, string> {
  const pointers = new Map<string, string>();
  for (const { slug, tool, pointer } of tools) {
    const place = `${tool.method} ${tool.path}`;
    if (pointer === undefined) continue;
    pointers.set(slug, pointer);
    if (!pointers.has(place)) pointers.set(place, pointer);
  }
  return pointers;
}
