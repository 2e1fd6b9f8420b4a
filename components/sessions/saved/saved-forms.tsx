/** The forms of saved rules, whose code comes after the page's frame. */
"use client";
import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

const Shape = () => (
  <div aria-busy="true">
    <Skeleton className="h-96" />
  </div>
);

export const NewSavedRules = dynamic(() => import("./saved-config").then((module) => module.NewSavedConfig), {
  ssr: false,
  loading: Shape,
});
export const SavedRulesDetail = dynamic(() => import("./saved-config").then((module) => module.SavedConfig), {
  ssr: false,
  loading: Shape,
});
