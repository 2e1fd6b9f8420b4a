/** Filters with suggestions load after the page: their searches need contracts that the page itself does not need. */
"use client";
import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import type { FilterProps } from "./suggest-filter";

/** Reserves the space of a filter until it is loaded. */
export function lazyFilter(load: () => Promise<ComponentType<FilterProps>>): ComponentType<FilterProps> {
  const Loaded = dynamic(load, { ssr: false, loading: () => <Input disabled aria-hidden /> });
  return function LazyFilter({ className, recent }) {
    return (
      <span className={cn("block min-w-0", className)}>
        <Loaded recent={recent} />
      </span>
    );
  };
}

const common = () => import("./common-filters");

export const ToolkitFilter = lazyFilter(() => common().then(({ ToolkitFilter }) => ToolkitFilter));
export const UserFilter = lazyFilter(() => common().then(({ UserFilter }) => UserFilter));
export const AccountFilter = lazyFilter(() => common().then(({ AccountFilter }) => AccountFilter));
