/** The end of the project, for owners; the only project of an organization stays. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Project } from "./project-readers";
import { useSession } from "./use-session";

const DeleteProjectWindow = dynamic(
  () => import("./delete-project-window").then(({ DeleteProjectWindow }) => DeleteProjectWindow),
  { ssr: false },
);

export function DeleteProject({ project }: { project: Project }) {
  const { data: session } = useSession();
  const [open, setOpen] = useState(false);
  const isOnly =
    session?.projects.filter((candidate) => candidate.organization_id === project.organization_id).length === 1;
  if (isOnly)
    return (
      <p className="text-sm text-muted">
        This is your organization’s only project, and the dashboard needs one. To delete it, first create another
        project from the project menu.
      </p>
    );
  return (
    <>
      <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete project
      </Button>
      {open ? <DeleteProjectWindow project={project} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
