/** Who is signed in, and which projects they may see. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { accessApi } from "@/lib/access/contract";
import { query } from "@/lib/contract/client";

export const useSession = () => useQuery({ ...query(accessApi.getSession, {}), staleTime: 60_000 });
