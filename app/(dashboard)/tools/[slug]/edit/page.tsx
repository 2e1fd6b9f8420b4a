/** A tool that the project added to a toolkit by hand. */
import type { Metadata } from "next";
import { EditTool } from "@/components/own-toolkits/added/tool-editor";

type Props = { params: Promise<{ slug: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: `Edit ${decodeURIComponent((await params).slug)}`,
});

export default async function Page({ params }: Props) {
  return (
    <div className="mx-auto max-w-[1440px]">
      <EditTool slug={decodeURIComponent((await params).slug)} />
    </div>
  );
}
