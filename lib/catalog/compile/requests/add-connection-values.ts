/** Arguments of described operations that the connection fills in when callers leave them out. */
import type { DraftTool } from "./operation-compiler";

/** The text of such an argument, whose own words come first. */
export const fromConnectionWords = (text: string | undefined): string =>
  `${text ? `${text.replace(/[.\s]+$/, "")}. ` : ""}Left out, it is taken from the connection.`;

/**
 * Marks the parameters that the connection fills, and asks callers for them no longer.
 * @param fields wire name of a path, query or header parameter to the field of the connection
 */
export function addConnectionValues(draft: DraftTool, fields: Readonly<Record<string, string>>): DraftTool {
  const keys = new Set<string>();
  const parameters = draft.request.parameters.map((parameter) => {
    const field = Object.hasOwn(fields, parameter.name) ? fields[parameter.name] : undefined;
    if (field === undefined) return parameter;
    keys.add(parameter.key);
    return { ...parameter, fromConnection: field };
  });
  if (keys.size === 0) return draft;
  const { required = [], properties, ...schema } = draft.inputSchema;
  const remaining = required.filter((key) => !keys.has(key));
  const explained = Object.entries(properties).map(
    ([key, property]) =>
      [
        key,
        keys.has(key) ? { ...property, description: fromConnectionWords(property.description) } : property,
      ] as const,
  );
  return {
    ...draft,
    request: { ...draft.request, parameters },
    inputSchema: {
      ...schema,
      properties: Object.fromEntries(explained),
      ...(remaining.length > 0 ? { required: remaining } : {}),
    },
  };
}
