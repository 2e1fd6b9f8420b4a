/** Which files of an SDK a reader needs. */

const FOLDERS = /^(apis?|models?)$/;
const TYPED = [
  // Declarations of methods, with the types of their requests and answers.
  /(^|\/)methods\.d\.ts$/,
  /(^|\/)types\/(request|response)\/.+\.d\.ts$/,
  // Tables of endpoints.
  /(^|\/)api-endpoints\/[^/]+\.(js|d\.ts)$/,
  // Clients in one file.
  /^(dist\/)?index\.(js|d\.ts)$/,
  // Types of one version of a REST API.
  /^(rest|payloads)\/v10\/.+\.d\.ts$/,
  /^globals\.d\.ts$/,
];

/** Stripe's client: a file for each resource in folders by subject, and the types that all share. */
const STRIPE = /^esm\/(resources\/|shared\.d\.ts$)/;
/** A client made by Fern: the types of all files, and the classes that send requests. */
const FERN = /^api\/(types|resources)\/.*(?<!\/index|\/exports)\.d\.ts$|^api\/resources\/.*\/client\/Client\.js$/;
/** Its files with the names of each type's members in requests and answers. */
const FERN_NAMES = /^serialization\/(types|resources)\/.*(?<!\/index|\/exports)\.js$/;

/** Whether a file of a package, identified by its path, declares operations or types. */
export const isSdkFile = (path: string): boolean =>
  /\.(js|ts)$/.test(path) &&
  (FOLDERS.test(path.split("/").at(-2) ?? "") ||
    [...TYPED, STRIPE, FERN, FERN_NAMES].some((pattern) => pattern.test(path)));
