/** As the official client calls tools of its own: a prefix keeps them apart from those of the catalog. */
export const ownSlug = (slug: string, toolkit?: string): string =>
  `LOCAL_${toolkit === undefined ? "" : `${toolkit.toUpperCase()}_`}${slug.toUpperCase()}`;
