/**
 * A value of a record whose keys a caller chose: only its own keys count, so that a name like `constructor` finds
 * nothing.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;
