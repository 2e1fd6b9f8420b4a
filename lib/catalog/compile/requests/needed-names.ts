/** The members that a caller must really send, out of those that a description requires. */

type Schema = { required?: unknown; properties?: unknown };

const CREATION = /^(created|created_?(at|on|date|time)|date_?created)$/i;
const CHANGE =
  /^(updated|modified|updated_?(at|on|date|time)|modified_?(at|on)|date_?(updated|modified)|last_?(updated|modified)(_?at)?)$/i;

/**
 * Whether a list of required members describes an answer: no caller sends both the creation time and the update time.
 * Some providers describe requests by the model of their answers.
 */
export const isListOfAnswer = (names: readonly string[]): boolean =>
  names.some((name) => CREATION.test(name)) && names.some((name) => CHANGE.test(name));

/**
 * The type of a Microsoft object: the server knows it if there is only one kind, though the descriptions always require
 * it.
 */
export const isTypeOfServer = (name: string): boolean => name === "@odata.type";

/** @param optional names that callers can leave out according to the toolkit file */
export function neededNames(schema: Schema, optional: ReadonlySet<string>): string[] {
  if (!Array.isArray(schema.required)) return [];
  const names = schema.required.filter((name): name is string => typeof name === "string");
  if (isListOfAnswer(names)) return [];
  return names.filter((name) => !isTypeOfServer(name) && !optional.has(name));
}
