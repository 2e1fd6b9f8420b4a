/** One operation of the API, by its id. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationReference } from "@/components/docs/reference/operation-reference";
import { findOperation } from "@/lib/guides/reference/list-reference";
import { readRecordedAnswer } from "@/lib/guides/reference/read-recorded-answer";
import { toOperationPage } from "@/lib/guides/reference/to-operation-page";
import { publicAddress } from "@/lib/guides/read-guide";

type Props = {
  params: Promise<{ operation: string }>;
  searchParams: Promise<{ try?: string | string[] }>;
};

async function requireOperation({ params }: Pick<Props, "params">) {
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
  const operation = await requireOperation(props);
  const page = toOperationPage(operation, publicAddress(), await readRecordedAnswer(operation.id));
  return <OperationReference page={page} isTrying={(await props.searchParams).try !== undefined} />;
}
