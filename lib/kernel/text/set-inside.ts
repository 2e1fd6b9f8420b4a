/** Values set at paths inside of an object that others hold, too. */
import { isObject, type Values } from "./is-object";

type Path = readonly string[];

const ownValue = (object: Values, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);

/** Whether a path is empty, with nothing but objects on the way to it. */
export function isFree(root: Readonly<Values>, path: Path): boolean {
  let there: unknown = root;
  for (const name of path) {
    if (there === undefined) return true;
    if (!isObject(there)) return false;
    there = ownValue(there, name);
  }
  return there === undefined;
}

/**
 * A function that sets values at paths of `root`. An object on the way is copied when it is first met and belongs to
 * `root` from then on: the caller's own stay as they were, and many paths through a large object copy it once.
 * Anything else on the way gives place to an object.
 */
export function setInside(root: Values): (path: Path, value: unknown) => void {
  const copies = new Set<unknown>([root]);
  return (path, value) => {
    let object = root;
    for (const name of path.slice(0, -1)) {
      const there = ownValue(object, name);
      const inner: Values = isObject(there) ? (copies.has(there) ? there : { ...there }) : {};
      copies.add(inner);
      object[name] = inner;
      object = inner;
    }
    const last = path.at(-1);
    if (last !== undefined) object[last] = value;
  };
}
