/** One operation of the API, by its id. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationReference } from "@/components/docs/reference/operation-reference";
import { findOperation } from "@/lib/guides/reference/list-reference";
import { toOperationPage } from "@/lib/guides/reference/to-operation-page";
import { publicAddress } from "@/lib/guides/read-guide";

type Props = { params: Promise<{ operation: string }> };

async function requireOperation({ params }: Props) {
  // Loaded with the first visit: all schemas would be in the memory of every server.
  const { operations } = await import("@/lib/api");
  return findOperation(operations, (await params).operation) ?? notFound();
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const { id, summary, method, path } = await requireOperation(props);
  return {
    title: summary,
    description: `${method} ${path}`,
    alternates: { types: { "text/markdown": `/api/docs/api/${id}.md` } },
  };
};

export default async function OperationPage(props: Props) {
  return <OperationReference page={toOperationPage(await requireOperation(props), publicAddress())} />;
}
