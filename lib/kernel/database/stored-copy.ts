/** The row of an item of exported files, and what an import did with it. */
export type StoredCopy = { id: string; change: "created" | "updated" | "unchanged" };
