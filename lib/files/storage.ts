/** Where contents are stored: in the data folder, or in an S3 bucket if the operator configures one. */
import { env } from "@/lib/kernel/process/env";
import { processMemory } from "@/lib/kernel/process-memory";
import { diskStorage } from "./disk-storage";
import type { FileStorage } from "./file-storage";
import { s3Storage } from "./s3-storage";

/** The storage of new files, or the named storage of an existing file. */
export const storage = (name: string = env().files.s3 ? "s3" : "disk"): FileStorage => {
  const { s3 } = env().files;
  if (name === "disk") return processMemory("files.disk", diskStorage);
  if (!s3) throw new Error("A file is in S3, but PATCHBAY_S3_BUCKET is not set.");
  return processMemory("files.s3", () => s3Storage(s3));
};
