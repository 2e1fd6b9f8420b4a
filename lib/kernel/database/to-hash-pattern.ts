/** Finds rows by the UUID that `toUuid` makes of their ID. */

/** The SHA-256 of the column `id`, in hex. Made of functions that an index can have, unlike `convert_to`. */
const ID_HASH = String.raw`encode(sha256(replace(id, '\', '\\')::bytea), 'hex')`;

/** The digits of a hash by which tables are indexed. */
const INDEXED = 12;

/** A condition that rows with a UUID meet: `$2` is its `toHashStart`, `$3` its `toHashPattern`. */
export const HAS_UUID = `left(${ID_HASH}, ${INDEXED}) = $2 AND ${ID_HASH} LIKE $3`;

const toHex = (uuid: string): string => uuid.toLowerCase().replaceAll("-", "");

export const toHashStart = (uuid: string): string => toHex(uuid).slice(0, INDEXED);

/** The pattern of `LIKE` for hashes of IDs with this UUID; two digits of each hash are not in the UUID. */
export function toHashPattern(uuid: string): string {
  const hex = toHex(uuid);
  return `${hex.slice(0, 12)}_${hex.slice(13, 16)}_${hex.slice(17)}%`;
}
