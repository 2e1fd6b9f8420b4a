/** A notice on every page while this server is quiet after a restore; owners of the server can wake it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { healthApi } from "@/generated/addresses/health";
import { query } from "@/lib/contract/client";

const QuietNotice = dynamic(() => import("./quiet-notice").then((module) => module.QuietNotice), { ssr: false });

/** The health is read by the frame again and again. */
const STALE_MS = 15_000;

export function QuietBanner() {
  const { data } = useQuery({ ...query(healthApi.getHealth, {}), staleTime: STALE_MS, retry: false });
  return data?.quiet ? <QuietNotice madeAt={data.quiet.backup_made_at} /> : null;
}
