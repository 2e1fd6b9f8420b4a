/** The logos of toolkits, drawn before the compile: an icon set of 9 MB is parsed once, in no compiling process. */
import { readFileSync } from "node:fs";
import { CatalogSourceError } from "@/lib/catalog/catalog-source-error";
import { LOGO_PACKAGES, logoImage } from "@/lib/catalog/compile/sources/logo-image";
import type { SharedFiles } from "@/lib/catalog/compile/sources/read-toolkits";
import { sourceFile } from "./fetch-sources";

/**
 * The images of the toolkits that have an icon, by slug.
 * @throws CatalogSourceError for an icon that its package does not have
 */
export function readLogos(
  cache: string,
  { logos, sources }: Pick<SharedFiles, "logos" | "sources">,
  slugs: readonly string[],
): ReadonlyMap<string, string> {
  const parsed = new Map<string, unknown>();
  const images = new Map<string, string>();
  for (const slug of slugs) {
    const logo = logos[slug];
    const pinned = logo && sources.packages[LOGO_PACKAGES[logo.from]];
    if (!pinned) continue;
    const text = (file: string): string => readFileSync(sourceFile(cache, pinned, file), "utf8");
    const json = (file: string): unknown => {
      const key = `${pinned.package}/${file}`;
      if (!parsed.has(key)) parsed.set(key, JSON.parse(text(file)));
      return parsed.get(key);
    };
    try {
      images.set(slug, logoImage(logo, { text, json }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CatalogSourceError("toolkits/logos.yaml", slug, reason);
    }
  }
  return images;
}
