/** The chart, whose code loads after the page, in a place of its final size. */
"use client";
import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

const load = () => import("./usage-chart");
if (typeof window !== "undefined") void load();

export const ChartSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="h-55 w-full" />
    <div className="mt-1 min-h-5" />
  </div>
);

export const LazyChart = dynamic(load, { loading: ChartSkeleton, ssr: false });
