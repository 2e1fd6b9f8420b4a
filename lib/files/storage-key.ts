/** The keys of contents in a storage. A key begins with its project, and no part of it can leave its folder. Pure. */

const PART = /^[A-Za-z0-9][A-Za-z0-9_-]{0,119}$/;

export type FileOrigin = { projectId: string; toolkitSlug: string; toolSlug: string };

function toKey(
  { projectId, toolkitSlug, toolSlug }: FileOrigin,
  direction: "request" | "response",
  name: string,
): string {
  const parts = [projectId, toolkitSlug, toolSlug, direction, name];
  if (!parts.every((part) => PART.test(part)))
    throw new Error("A part of a storage key holds characters that it must not.");
  return parts.join("/");
}

/** `<project>/<toolkit>/<TOOL>/request/<md5>`: equal contents for one tool have one key. */
export const toUploadKey = (origin: FileOrigin, md5: string): string => toKey(origin, "request", md5);

/** `<project>/<toolkit>/<TOOL>/response/<id>` */
export const toAnswerKey = (origin: FileOrigin, id: string): string => toKey(origin, "response", id);

/** Whether any given text is the key of a content of some project. */
export const isStorageKey = (key: string): boolean =>
  key.length < 700 && key.split("/").length === 5 && key.split("/").every((part) => PART.test(part));

/** Whether any given text is a key of this project. */
export const isKeyOf = (projectId: string, key: string): boolean =>
  key.startsWith(`${projectId}/`) && isStorageKey(key);
