/** Lists the methods of an SDK's object, and those that a test called: no method of an SDK is forgotten. */

/** Names of all methods, own and inherited, sorted; including TypeScript's `private` methods. */
export function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (let place = object; place !== Object.prototype; place = Object.getPrototypeOf(place) as object) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(place))) {
      if (name !== "constructor" && typeof value === "function") names.add(name);
    }
  }
  return [...names].sort();
}

/** The object, noting which methods are called from outside; its own calls among them are not seen. */
export function noted<T extends object>(object: T, called: Set<string>): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function" || name === "constructor") return value;
      return (...args: unknown[]): unknown => {
        called.add(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** Every method of an object is in one of these lists. */
export type Plan = {
  driven: readonly string[];
  /** Marked private by the SDK's types: the driven methods call them. */
  inner: readonly string[];
  /** Of sessions of the tool router, which a later milestone brings. */
  later: readonly string[];
};
