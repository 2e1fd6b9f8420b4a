/** Which files of an SDK a reader needs. */

const FOLDERS = /^(apis?|models?)$/;

/** Whether a file of a package, identified by its path, declares operations or types. */
export const isSdkFile = (path: string): boolean =>
  /\.(js|ts)$/.test(path) && FOLDERS.test(path.split("/").at(-2) ?? "");
