/** Finds the files in a response: objects with a URL in `s3url`, at any depth. Pure. */

export type AnswerFile = { url: string; name: string; size?: number };

const MAX_FILES = 50;
const MAX_DEPTH = 20;

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** At most 50, in the order of the answer. */
export function findFiles(value: unknown, files: AnswerFile[] = [], depth = 0): AnswerFile[] {
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH || files.length >= MAX_FILES) return files;
  const { s3url, name, size } = value as { s3url?: unknown; name?: unknown; size?: unknown };
  if (typeof s3url === "string" && isWeb(s3url))
    files.push({
      url: s3url,
      name: typeof name === "string" && name !== "" ? name : "file",
      ...(typeof size === "number" && { size }),
    });
  else for (const item of Object.values(value)) findFiles(item, files, depth + 1);
  return files;
}
