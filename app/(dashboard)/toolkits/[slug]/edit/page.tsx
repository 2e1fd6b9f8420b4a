/** One toolkit of the project's own. */
import type { Metadata } from "next";
import { OwnToolkitPage } from "@/components/own-toolkits/own-toolkit";

type Props = { params: Promise<{ slug: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: decodeURIComponent((await params).slug),
});

export default async function Page({ params }: Props) {
  return (
    <div className="mx-auto max-w-[1440px]">
      <OwnToolkitPage slug={decodeURIComponent((await params).slug)} />
    </div>
  );
}
