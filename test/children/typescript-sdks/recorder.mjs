// Notes which methods of an SDK's objects a program calls, and whether the steps with these calls succeeded.

/** Objects below an object that are noted as well. */
const PARTS = {
  "": "tools toolkits authConfigs connectedAccounts files triggers mcp sessions toolRouter webhooks logs keyring sessionConfigs experimental provider".split(
    " ",
  ),
  experimental: ["customToolkits", "usage"],
  webhooks: ["endpoints", "subscriptions"],
  session: ["experimental"],
  "session.experimental": ["files"],
};

function namesOf(target) {
  const names = new Set();
  for (let place = target; place && place !== Object.prototype; place = Object.getPrototypeOf(place)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(place)))
      if (name !== "constructor" && !name.startsWith("_") && typeof value === "function") names.add(name);
  }
  return names;
}

export class Recorder {
  objects = new Map();
  called = new Set();
  steps = {};
  works = new Set();
  fails = new Set();

  /** The object, whose calls are noted under `path`. */
  noted(path, target) {
    const names = new Set([...(this.objects.get(path) ?? []), ...namesOf(target)]);
    this.objects.set(path, names);
    for (const part of PARTS[path] ?? []) if (target[part]) this.noted(path ? `${path}.${part}` : part, target[part]);
    return new Proxy(target, {
      get: (object, name) => {
        const value = Reflect.get(object, name, object);
        const full = path ? `${path}.${String(name)}` : String(name);
        if (PARTS[path]?.includes(name) && value) return this.noted(full, value);
        if (typeof value !== "function" || !names.has(name)) return value;
        return (...args) => {
          this.called.add(full);
          return Reflect.apply(value, object, args);
        };
      },
    });
  }

  /** Does one step. Returns its value, or undefined if it failed. */
  async run(name, work, check = (value) => value !== undefined && value !== null) {
    this.called = new Set();
    let value;
    try {
      value = await work();
      this.steps[name] = check(value) ? "ok" : `unexpected: ${JSON.stringify(value)?.slice(0, 500)}`;
    } catch (error) {
      this.steps[name] = `${error.name}: ${error.message} ${error.cause?.message ?? ""}`.slice(0, 600);
    }
    for (const full of this.called) (this.steps[name] === "ok" ? this.works : this.fails).add(full);
    return value;
  }

  /** States of all methods that there are. */
  report({ inner, untested, elsewhere, lacking }) {
    const stateOf = (full) => {
      if (lacking.includes(full)) return "client";
      if (this.fails.has(full)) return "fails";
      if (this.works.has(full)) return "works";
      if (elsewhere.includes(full)) return "works";
      if (untested.includes(full)) return "untested";
      return inner.some((name) => full === name || full.endsWith(`.${name}`)) ? "inner" : "missed";
    };
    const all = [...this.objects].flatMap(([path, names]) =>
      [...names].map((name) => (path ? `${path}.${name}` : name)),
    );
    return { steps: this.steps, methods: Object.fromEntries(all.sort().map((full) => [full, stateOf(full)])) };
  }
}

/** Whether a call is refused with one of these statuses, or by an error with one of these names. */
export const expectRefusal = (work, ...kinds) =>
  Promise.resolve()
    .then(work)
    .then(
      (value) => `answered ${JSON.stringify(value)}`,
      (error) =>
        [error, error.cause].some((each) => kinds.includes(each?.status) || kinds.includes(each?.name)) ||
        String(error),
    );
export const isRefused = (value) => value === true;
