/** What the project changes of one tool. */
import type { Metadata } from "next";
import { ChangeTool } from "@/components/tool-overrides/change-tool";

type Props = { params: Promise<{ slug: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: `Change ${decodeURIComponent((await params).slug)}`,
});

export default async function Page({ params }: Props) {
  return (
    <div className="mx-auto max-w-[1280px]">
      <ChangeTool slug={decodeURIComponent((await params).slug)} />
    </div>
  );
}
