/** One group of guides. Older addresses of single guides redirect to the guides: next.config.mjs lists them. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuideLinks } from "@/components/about/document-list";
import { GUIDE_GROUPS, toFolder } from "@/lib/contract/guides";
import { Crumb } from "@/components/parts/shell/crumb";
import { PageHeader } from "@/components/parts/shell/page-header";

type Props = { params: Promise<{ name: string }> };

export const metadata: Metadata = { title: "Documentation" };

export default async function GroupPage({ params }: Props) {
  const { name } = await params;
  const group = GUIDE_GROUPS.find(({ title }) => toFolder(title) === name);
  if (!group) notFound();
  return (
    <div className="mx-auto max-w-[1280px]">
      <Crumb name={group.title} />
      <PageHeader title={group.title} />
      <div className="max-w-3xl text-sm">
        <GuideLinks guides={group.documents} />
      </div>
    </div>
  );
}
