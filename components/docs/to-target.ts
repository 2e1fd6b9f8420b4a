/** Where the links of a guide lead inside the product. */
import { toAddress } from "@/lib/contract/guides";

/** `../b/c.md` of `a/x.md` is `b/c.md`; undefined outside the folder of guides. */
function resolvePath(href: string, file: string): string | undefined {
  const parts = file.split("/").slice(0, -1);
  for (const part of href.split("/"))
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== ".") parts.push(part);
  return parts.join("/");
}

/** The target of a link in the guide `file`; undefined for files that exist only in the installation. */
export function toTarget(href: string, file: string, files: readonly string[]): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith("#")) return href;
  const [name = "", anchor] = href.split("#");
  const target = resolvePath(name, file);
  if (target === undefined || !files.includes(target)) return undefined;
  return `${toAddress(target)}${anchor ? `#${anchor}` : ""}`;
}
