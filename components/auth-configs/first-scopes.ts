/** The initial scopes, before the user changes them. Pure. */

type Scopes = { default: readonly string[]; available: readonly string[] };

/**
 * If a provider has a reading part of a default scope (`read:user` of `user`), the form begins with few scopes: the
 * first default scope, which most tools need, and the reading parts of the others. The other default scopes are one
 * click away. For other providers the smaller part is unknown, so all default scopes are selected.
 */
export function firstScopes({ default: usual, available }: Scopes): string[] {
  const narrowed = usual.map((scope) => (available.includes(`read:${scope}`) ? `read:${scope}` : scope));
  if (narrowed.every((scope, index) => scope === usual[index])) return [...usual];
  const [first = "", ...others] = narrowed;
  return [...new Set([usual[0] ?? first, ...others.filter((scope) => scope.startsWith("read:"))])];
}
