/** How many fields a form has, before it is read. Pure. */

/** No form of a program has so many fields; each costs a microsecond and more. */
export const MAX_FORM_FIELDS = 10_000;

/** Whether a text, read as a form, has too many fields. */
export function hasTooManyFields(text: string): boolean {
  let [index, count] = [-1, 0];
  while ((index = text.indexOf("&", index + 1)) >= 0) if (++count >= MAX_FORM_FIELDS) return true;
  return false;
}
