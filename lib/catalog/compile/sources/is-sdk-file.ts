/** Which files of an SDK a reader needs. */

const FOLDERS = /^(apis?|models?)$/;
/**
 * Declarations of methods, with the types of their requests and answers; tables of endpoints; clients in one file.
 */
const TYPED =
  /(^|\/)(methods\.d\.ts|types\/(request|response)\/.+\.d\.ts|api-endpoints\/[^/]+\.(js|d\.ts))$|^(dist\/)?index\.(js|d\.ts)$/;

/** Whether a file of a package, identified by its path, declares operations or types. */
export const isSdkFile = (path: string): boolean =>
  /\.(js|ts)$/.test(path) && (FOLDERS.test(path.split("/").at(-2) ?? "") || TYPED.test(path));
