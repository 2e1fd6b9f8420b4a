/** One tool of the catalog. */
import type { Metadata } from "next";
import { ToolPage } from "@/components/catalog/tool-page";

type Props = { params: Promise<{ slug: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: decodeURIComponent((await params).slug),
});

export default async function Page({ params }: Props) {
  return (
    <div className="mx-auto max-w-[1280px]">
      <ToolPage slug={decodeURIComponent((await params).slug)} />
    </div>
  );
}
