/** The project's name, its face, and what is kept. */
import type { Metadata } from "next";
import { ProjectSettings } from "@/components/access/project-settings";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Project settings" };

export default function ProjectSettingsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Project" description="Settings for this project only." />
      <ProjectSettings />
    </div>
  );
}
