/** Every operation of the API, by subject. */
import type { Metadata } from "next";
import { ReferenceList } from "@/components/docs/reference/reference-list";
import { listReference } from "@/lib/guides/reference/list-reference";

export const metadata: Metadata = { title: "API reference" };

export default async function ReferencePage() {
  // Loaded with the first visit: all schemas would be in the memory of every server.
  const { operations } = await import("@/lib/api");
  return <ReferenceList groups={listReference(operations)} />;
}
