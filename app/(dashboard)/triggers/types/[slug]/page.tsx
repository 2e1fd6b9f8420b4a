/** One trigger type. */
import type { Metadata } from "next";
import { TypePage } from "@/components/triggers/type-page";

type Props = { params: Promise<{ slug: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: decodeURIComponent((await params).slug),
});

export default async function TriggerTypePage({ params }: Props) {
  return (
    <div className="mx-auto max-w-[1280px]">
      <TypePage slug={decodeURIComponent((await params).slug)} />
    </div>
  );
}
