/** The checks of a trigger; its header and the list of the checks read them once. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/contract/client";
import { triggerChecksApi } from "@/generated/addresses/triggers/checks";

export const useDiagnosis = (id: string) =>
  useQuery(query(triggerChecksApi.diagnoseTrigger, { params: { triggerId: id }, query: {} }));
