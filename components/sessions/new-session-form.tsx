/** The form of a new session, whose code comes after the page's frame. */
"use client";
import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

export const NewSession = dynamic(() => import("./new-session").then((module) => module.NewSession), {
  ssr: false,
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-96" />
    </div>
  ),
});
