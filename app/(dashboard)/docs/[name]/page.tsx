/** One document of this installation. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Document } from "@/components/about/document";
import { DOCUMENTS, FORMER_NAMES } from "@/components/about/documents";
import { Crumb } from "@/components/parts/shell/crumb";

type Props = { params: Promise<{ name: string }> };

export const metadata: Metadata = { title: "Documentation" };

export default async function DocumentPage({ params }: Props) {
  const { name } = await params;
  const newName = FORMER_NAMES.get(name);
  if (newName) permanentRedirect(`/docs/${newName}`);
  // Only listed names are read, so that no address leads out of the folder.
  const found = DOCUMENTS.find(({ file }) => file === `${name}.md`);
  if (!found) notFound();
  const markdown = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "docs", found.file), "utf8");
  return (
    <div className="mx-auto max-w-[1280px]">
      <Crumb name={/^# (.+)$/m.exec(markdown)?.[1] ?? name} />
      <Document markdown={markdown} />
    </div>
  );
}
