/** One toolkit of the catalog. */
import type { Metadata } from "next";
import { ToolkitPage } from "@/components/catalog/toolkit-page";

type Props = { params: Promise<{ slug: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: decodeURIComponent((await params).slug),
});

export default async function Page({ params }: Props) {
  return (
    <div className="mx-auto max-w-[1280px]">
      <ToolkitPage slug={decodeURIComponent((await params).slug)} />
    </div>
  );
}
