/** The error of a source of the catalog. */

/** A source that cannot be compiled: says which file, where in it, and why. */
export class CatalogSourceError extends Error {
  override name = "CatalogSourceError";
  constructor(
    readonly file: string,
    readonly place: string,
    readonly reason: string,
  ) {
    super(`${file}: ${place === "" ? "" : `${place}: `}${reason}`);
  }
}
