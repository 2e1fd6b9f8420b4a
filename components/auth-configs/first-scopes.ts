/** The scopes that are chosen before anybody chooses. Pure. */

type Scopes = { default: readonly string[]; available: readonly string[] };

/**
 * Where a provider names the reading part of a usual scope (`read:user` of `user`), the form begins with little: the first
 * usual scope, which most tools need, and the reading parts of the others. What else is usual is one click away. Of other
 * providers nobody can tell which part is the smaller one, so all that is usual is chosen.
 */
export function firstScopes({ default: usual, available }: Scopes): string[] {
  const narrowed = usual.map((scope) => (available.includes(`read:${scope}`) ? `read:${scope}` : scope));
  if (narrowed.every((scope, at) => scope === usual[at])) return [...usual];
  const [first = "", ...others] = narrowed;
  return [...new Set([usual[0] ?? first, ...others.filter((scope) => scope.startsWith("read:"))])];
}
