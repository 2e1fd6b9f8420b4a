/** Shown if the log in the URL is not in the project: it is too old, or belongs to another project. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { projectsApi } from "@/generated/addresses/access/projects";
import { query } from "@/lib/contract/client";

export function MissingLog() {
  const days = useQuery(query(projectsApi.getProjectConfig, {})).data?.log_retention_days;
  return (
    <EmptyState
      Icon={SearchX}
      title="Log not found"
      action={
        <Button asChild variant="outline">
          <Link href="/settings/project">Project settings</Link>
        </Button>
      }
    >
      {days === undefined
        ? "Logs are kept for a limited time."
        : `Logs in this project are kept for ${countOf(days, "day")}.`}
    </EmptyState>
  );
}
