/** Shows the project that the page is about and changes it; everything that was read is then read anew. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { Logo } from "@/components/parts/logo";
import { cn } from "@/components/ui/cn";
import { Menu } from "@/components/ui/menu";
import { Skeleton } from "@/components/ui/skeleton";
import { chooseProject } from "@/lib/contract/client";
import { useSession } from "./use-session";

export function ProjectSwitcher({ compact }: { compact: boolean }) {
  const { data: session, isPending } = useSession();
  const client = useQueryClient();
  const router = useRouter();
  const current = session?.projects.find(({ id }) => id === session.project_id);
  const change = (projectId: string) => {
    chooseProject(projectId);
    router.replace(window.location.pathname); // filters name things of the project that is left
    void client.resetQueries();
  };
  const name = current?.name ?? "No project";
  const sections = (session?.organizations ?? []).map((organization) => ({
    key: organization.id,
    label: organization.name,
    choice: { value: session?.project_id ?? "", onChange: change },
    items: (session?.projects ?? [])
      .filter((project) => project.organization_id === organization.id)
      .map(({ id, name }) => ({ key: id, label: name })),
  }));
  return (
    <Menu
      align="start"
      sections={sections}
      trigger={
        <button
          type="button"
          aria-label={`Project: ${name}`}
          className={cn(
            "flex h-9 w-full min-w-0 items-center gap-2 rounded-lg px-2 text-left hover:bg-hover",
            compact && "justify-center",
          )}
        >
          <Logo className="size-5 shrink-0" />
          {compact ? null : isPending ? (
            <Skeleton className="w-28" />
          ) : (
            <span className="flex-1 truncate text-sm font-medium">{name}</span>
          )}
          {compact ? null : <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />}
        </button>
      }
    />
  );
}
