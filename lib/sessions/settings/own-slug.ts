/**
 * Slugs of a client's own tools, in the form of the official client: a prefix distinguishes them from catalog tools.
 */
export const ownSlug = (slug: string, toolkit?: string): string =>
  `LOCAL_${toolkit === undefined ? "" : `${toolkit.toUpperCase()}_`}${slug.toUpperCase()}`;
