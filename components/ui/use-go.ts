/** Opens the page of an object that was just created. Until it is there, another press creates nothing. */
"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { holdPresses } from "@/lib/contract/client";
import { announcePage, pathOf } from "./pending-page";

/** `going` is true from the call of `go` until the page is there; forms keep their button disabled for so long. */
export function useGo() {
  const router = useRouter();
  const [isOpening, start] = useTransition();
  const [path, setPath] = useState<string | null>(null);
  const going = isOpening && path !== null;
  useEffect(() => {
    if (!going || path === null) return;
    const [release, arrive] = [holdPresses(), announcePage(path)];
    return () => {
      release();
      arrive();
    };
  }, [going, path]);
  const open = (how: "push" | "replace") => (href: string) => {
    setPath(pathOf(href));
    start(() => router[how](href));
  };
  return { go: open("push"), replace: open("replace"), going };
}
