/** How one operation of a description becomes a tool. */
export type DraftOptions = {
  /** Replaces the description's own server. */
  baseUrl?: string;
  headers?: Record<string, string>;
  dropParameters: ReadonlySet<string>;
  /** Members that are never required of a caller. */
  optional?: ReadonlySet<string>;
  /** Whether an operation answers a file, by its "METHOD /path"; the description counts where nothing is said. */
  isFile?: (operation: string) => boolean;
  /** The object around all members of a body, which callers do not write. */
  unwrap?: string;
};
