/** Addresses of items, named by ID or by path (learn.microsoft.com/graph/onedrive-addressing-driveitems). */

/** The address of an item, and of a child of it with a name. IDs hold no slash; a path begins with one. */
export function itemPath(item: string | undefined): { item: string; child: (name: string) => string } {
  const trimmed = (item ?? "").trim();
  const segments = trimmed
    .split("/")
    .filter((segment) => segment !== "")
    .map(encodeURIComponent);
  if (trimmed === "" || trimmed === "root" || segments.length === 0)
    return { item: "/me/drive/root", child: (name) => `/me/drive/root:/${encodeURIComponent(name)}:` };
  if (trimmed.startsWith("/"))
    return {
      item: `/me/drive/root:/${segments.join("/")}:`,
      child: (name) => `/me/drive/root:/${segments.join("/")}/${encodeURIComponent(name)}:`,
    };
  return {
    item: `/me/drive/items/${encodeURIComponent(trimmed)}`,
    child: (name) => `/me/drive/items/${encodeURIComponent(trimmed)}:/${encodeURIComponent(name)}:`,
  };
}
