/** Shown if the log in the URL is not in the project: it is too old, or belongs to another project. */
"use client";
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
      title="This log is not here"
      action={
        <Button asChild variant="outline">
          <Link href="/settings/project">Project settings</Link>
        </Button>
      }
    >
      {days === undefined
        ? "Logs are kept for a time."
        : `Logs of this project are kept for ${days} ${days === 1 ? "day" : "days"}.`}
    </EmptyState>
  );
}
