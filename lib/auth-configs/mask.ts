/** How a secret looks on the wire: enough to recognise it, too little to use it. */

/** Shorter secrets show nothing: four characters of a short password are half of it. */
const SHORTEST_WITH_HINT = 12;

/** The first four characters and `...`; only `...` for a short secret. */
export const maskSecret = (secret: string): string => `${secret.length >= SHORTEST_WITH_HINT ? secret.slice(0, 4) : ""}...`;

/** Whether a value is what `maskSecret` shows. A client that sends it back means "keep what you have". */
export const isMasked = (value: string): boolean => /^(.{4})?\.\.\.$/su.test(value);
