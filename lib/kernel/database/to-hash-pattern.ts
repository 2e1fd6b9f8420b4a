/** Finds rows by the UUID that `toUuid` makes of their ID. */

/** The SHA-256 of the column `id`, in hex. */
export const ID_HASH = "encode(sha256(convert_to(id, 'UTF8')), 'hex')";

/** The pattern of `LIKE` for hashes of IDs with this UUID; two digits of each hash are not in the UUID. */
export function toHashPattern(uuid: string): string {
  const hex = uuid.toLowerCase().replaceAll("-", "");
  return `${hex.slice(0, 12)}_${hex.slice(13, 16)}_${hex.slice(17)}%`;
}
