/** The alternative names that a tool accepts for its arguments. */
"use client";
import { useQuery } from "@tanstack/react-query";
import type { OtherName } from "@/components/schema-form/editor-schema";
import { catalogDetailsApi } from "@/generated/addresses/catalog/details";
import { query } from "@/lib/contract/client";

const NONE: readonly OtherName[] = [];

export const useOtherNames = (slug: string): readonly OtherName[] =>
  useQuery({ ...query(catalogDetailsApi.getToolRequest, { params: { slug }, query: {} }), staleTime: 300_000 }).data
    ?.other_names ?? NONE;
