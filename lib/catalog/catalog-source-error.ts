/** The error of a source of the catalog. */

/** A source that cannot be compiled. The message names the file, the place in it and the reason. */
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
