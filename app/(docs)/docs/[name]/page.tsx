/** One group of guides. Older addresses of single guides redirect to the guides: next.config.mjs lists them. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuideLinks } from "@/components/docs/document-list";
import { GUIDE_GROUPS, toFolder } from "@/lib/contract/guides";

type Props = { params: Promise<{ name: string }> };

const requireGroup = async ({ params }: Props) => {
  const { name } = await params;
  return GUIDE_GROUPS.find(({ title }) => toFolder(title) === name) ?? notFound();
};

export const generateMetadata = async (props: Props): Promise<Metadata> => ({
  title: (await requireGroup(props)).title,
});

export default async function GroupPage(props: Props) {
  const { title, documents } = await requireGroup(props);
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{title}</h1>
      <div className="max-w-3xl text-sm">
        <GuideLinks guides={documents} />
      </div>
    </>
  );
}
