/** One guide of this installation. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Document } from "@/components/docs/document";
import { GuideOrigin } from "@/components/docs/guide-origin";
import { NextGuides } from "@/components/docs/next-guides";
import { PageOutline } from "@/components/docs/page-outline";
import { readGuideText } from "@/lib/contract/markdown/guide-text";
import { GUIDES } from "@/lib/contract/guides";
import { findGuideOrigin } from "@/lib/guides/find-guide-origin";
import { readGuideFile } from "@/lib/guides/read-guide";

/** `name` is the guide's group. */
type Props = { params: Promise<{ name: string; guide: string }> };

/** Only listed files are read, so that no address leads out of the folder. */
const requireGuide = async ({ params }: Props) => {
  const { name, guide } = await params;
  return GUIDES.find(({ file }) => file === `${name}/${guide}.md`) ?? notFound();
};

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const { title, about, file } = await requireGuide(props);
  return { title, description: about, alternates: { types: { "text/markdown": `/api/docs/${file}` } } };
};

export default async function GuidePage(props: Props) {
  const guide = await requireGuide(props);
  const { file } = guide;
  const text = readGuideText(await readGuideFile(guide));
  const origin = await findGuideOrigin(guide);
  return (
    <div className="flex gap-10">
      <div className="min-w-0 max-w-3xl flex-1">
        <Document text={text} file={file} />
        <GuideOrigin {...origin} />
        <NextGuides file={file} />
      </div>
      <div className="sticky top-16 hidden max-h-[calc(100dvh-5rem)] w-56 shrink-0 self-start overflow-y-auto xl:block">
        <PageOutline headings={text.headings} />
      </div>
    </div>
  );
}
