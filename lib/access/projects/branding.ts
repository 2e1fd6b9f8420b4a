/** How a project looks to its end users; `accent` is #rrggbb. */
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { UNNAMED_ORGANIZATION, UNNAMED_PROJECT } from "./constants";
import { logoUrlOf } from "./project-config";
import { type Project, requireProject } from "./projects";

export type Branding = { name: string; logoUrl?: string; accent?: string };

/**
 * The name of a project that nobody has named: its organization's, or the host that is in the browser of end users.
 * They would not know who "default" is.
 */
async function findSubstitute(organizationId: string): Promise<string> {
  const organization = await db.organization.findUnique({ where: { id: organizationId }, select: { name: true } });
  const isNamed = organization && organization.name !== UNNAMED_ORGANIZATION;
  return isNamed ? organization.name : new URL(env().publicUrl).host;
}

async function findShownName({ name, organizationId, config }: Project): Promise<string> {
  if (config.displayName) return config.displayName;
  return name === UNNAMED_PROJECT ? findSubstitute(organizationId) : name;
}

/** @throws ApiError NotFound for an unknown or deleted project */
export async function brandingOf(projectId: string): Promise<Branding> {
  const project = await requireProject(projectId);
  const { config } = project;
  const logoUrl = logoUrlOf(config);
  return {
    name: await findShownName(project),
    ...(logoUrl && { logoUrl }),
    ...(config.accentColor && { accent: config.accentColor }),
  };
}
