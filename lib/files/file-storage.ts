/** What a storage of contents does, whichever it is. */
import type { Spooled } from "./spool";

export type FileFacts = { id: string; projectId: string; key: string; name: string; mimetype: string };

export type FileStorage = {
  name: "disk" | "s3";
  /** An address of the storage's own that takes exactly `size` bytes by PUT until it expires; absent where there is none. */
  uploadUrl?: (file: FileFacts & { size: number }) => Promise<string>;
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
