/** Where contents are kept: on disk in the data folder, or in an S3 bucket where the operator names one. */
import { env } from "@/lib/kernel/env";
import { once } from "@/lib/kernel/once";
import { diskStorage } from "./disk-storage";
import { s3Storage } from "./s3-storage";
import type { Spooled } from "./spool";

export type FileFacts = { id: string; projectId: string; key: string; name: string; mimetype: string };

export type FileStorage = {
  name: "disk" | "s3";
  /** An address that takes the content by PUT until it expires. */
  uploadUrl: (file: FileFacts) => Promise<string>;
  /** An address that gives the content by GET, without headers, until it expires. */
  downloadUrl: (file: FileFacts) => Promise<string>;
  /** Takes a spooled content over. */
  take: (key: string, spooled: Spooled, mimetype: string) => Promise<void>;
  /** Bytes of the content; null where there is none. */
  sizeOf: (key: string) => Promise<number | null>;
  /** The content from its beginning; may be called again. */
  read: (key: string) => AsyncIterable<Uint8Array>;
  /** Contents that are not there are passed over. */
  remove: (keys: readonly string[]) => Promise<void>;
};

/** The storage of new files, or the one that an existing file is in. */
export const storage = (name: string = env().files.s3 ? "s3" : "disk"): FileStorage => {
  const { s3 } = env().files;
  if (name === "disk") return once("files.disk", diskStorage);
  if (!s3) throw new Error("A file is in S3, but PATCHBAY_S3_BUCKET is not set.");
  return once("files.s3", () => s3Storage(s3));
};
