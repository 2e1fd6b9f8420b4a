/** A new tool by hand in a toolkit. */
import type { Metadata } from "next";
import { NewTool } from "@/components/own-toolkits/added/tool-editor";

type Props = { params: Promise<{ slug: string }> };

export const metadata: Metadata = { title: "Add a tool" };

export default async function Page({ params }: Props) {
  return (
    <div className="mx-auto max-w-[1440px]">
      <NewTool toolkit={decodeURIComponent((await params).slug)} />
    </div>
  );
}
