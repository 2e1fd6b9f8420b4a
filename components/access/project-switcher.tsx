/** Shows the project that the page is about and changes it; afterwards all data is read again. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronsUpDown, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Logo } from "@/components/parts/shell/logo";
import { cn } from "@/components/ui/cn";
import { Menu } from "@/components/ui/menu";
import { Skeleton } from "@/components/ui/skeleton";
import { chooseProject } from "@/lib/contract/client";
import { useMay, useSession } from "./use-session";

const CreateProjectWindow = dynamic(
  () => import("./create-project-window").then(({ CreateProjectWindow }) => CreateProjectWindow),
  { ssr: false },
);

export function ProjectSwitcher({ compact }: { compact: boolean }) {
  const { data: session, isPending } = useSession();
  const client = useQueryClient();
  const router = useRouter();
  const [creating, setCreating] = useState(false);
  const mayCreate = useMay("organization:write");
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
  const create = {
    key: "new",
    items: [{ key: "create", label: "Create project", Icon: Plus, onSelect: () => setCreating(true) }],
  };
  return (
    <>
      <Menu
        align="start"
        sections={session && mayCreate ? [...sections, create] : sections}
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
      {creating ? <CreateProjectWindow onClose={() => setCreating(false)} /> : null}
    </>
  );
}
