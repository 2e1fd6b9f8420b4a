/** The parts of guides that answer what was typed, best first. */
import type { Metadata } from "next";
import { FoundParts } from "@/components/docs/found-parts";
import { searchGuides } from "@/lib/guides/search-guides";

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export const metadata: Metadata = { title: "Search the documentation" };

const MAX_LENGTH = 200;

export default async function SearchPage({ searchParams }: Props) {
  const typed = [(await searchParams).q ?? ""].flat().join(" ").trim();
  const words = [...typed.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH).join("");
  if (!words) return <FoundParts words="" parts={[]} />;
  const { operations } = await import("@/lib/api");
  return <FoundParts words={words} parts={await searchGuides(words, operations)} />;
}
