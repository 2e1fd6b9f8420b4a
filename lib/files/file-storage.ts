/** The interface of a storage for the contents of files. */
import type { Spooled } from "./spool";

export type FileFacts = { id: string; projectId: string; key: string; name: string; mimetype: string };

export type FileStorage = {
  name: "disk" | "s3";
  /** A signed URL of the storage that accepts exactly `size` bytes by PUT; absent if the storage has none. */
  uploadUrl?: (file: FileFacts & { size: number }) => Promise<string>;
  /** A signed URL that returns the content by GET, without headers. */
  downloadUrl: (file: FileFacts) => Promise<string>;
  /** Stores a content from a temporary file. */
  take: (key: string, spooled: Spooled, mimetype: string) => Promise<void>;
  /** The size of the content in bytes; null without content. */
  sizeOf: (key: string) => Promise<number | null>;
  /** The content from its beginning; may be called again. */
  read: (key: string) => AsyncIterable<Uint8Array>;
  /** Deletes contents; missing contents are ignored. */
  remove: (keys: readonly string[]) => Promise<void>;
  /** Deletes the rest of a project without files, such as folders; absent if the storage has no such rest. */
  removeProject?: (projectId: string) => Promise<void>;
};
