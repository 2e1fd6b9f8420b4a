/** How a project looks to its end users; `accent` is #rrggbb. */
import { logoUrlOf } from "./project-config";
import { requireProject } from "./projects";

export type Branding = { name: string; logoUrl?: string; accent?: string };

/** @throws ApiError NotFound for an unknown or deleted project */
export async function brandingOf(projectId: string): Promise<Branding> {
  const { name, config } = await requireProject(projectId);
  const logoUrl = logoUrlOf(config);
  return {
    name: config.displayName ?? name,
    ...(logoUrl && { logoUrl }),
    ...(config.accentColor && { accent: config.accentColor }),
  };
}
