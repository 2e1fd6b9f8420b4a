/** One guide of this installation. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Document } from "@/components/about/document";
import { GUIDES } from "@/lib/contract/guides";
import { Crumb } from "@/components/parts/shell/crumb";

/** `name` is the guide's group. */
type Props = { params: Promise<{ name: string; guide: string }> };

export const metadata: Metadata = { title: "Documentation" };

export default async function GuidePage({ params }: Props) {
  const { name, guide } = await params;
  // Only listed files are read, so that no address leads out of the folder.
  const document = GUIDES.find(({ file }) => file === `${name}/${guide}.md`);
  if (!document) notFound();
  const markdown = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "docs", document.file), "utf8");
  return (
    <div className="mx-auto max-w-[1280px]">
      <Crumb name={/^# (.+)$/m.exec(markdown)?.[1] ?? guide} />
      <Document markdown={markdown} file={document.file} />
    </div>
  );
}
