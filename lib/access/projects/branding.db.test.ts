/** The name by which end users read who wants to access their accounts. */
import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import type { Owned } from "../people/owners";
import { brandingOf } from "./branding";

let owner: Owned;
beforeEach(async () => {
  owner = await createTestOwner();
});

type Names = { project: string; organization: string; displayName?: string };

async function shownName({ project, organization, displayName }: Names): Promise<string> {
  await db.organization.update({ where: { id: owner.organizationId }, data: { name: organization } });
  const config = displayName === undefined ? {} : { displayName };
  await db.project.update({ where: { id: owner.projectId }, data: { name: project, config } });
  return (await brandingOf(owner.projectId)).name;
}

it.each([
  [{ project: "Support", organization: "Acme" }, "Support"],
  [{ project: "Support", organization: "Acme", displayName: "Acme Shop" }, "Acme Shop"],
  [{ project: "default", organization: "Acme", displayName: "Acme Shop" }, "Acme Shop"],
  [{ project: "default", organization: "Acme" }, "Acme"],
  [{ project: "default", organization: "My organization" }, "localhost:3000"],
])("%j is shown as %s", async (names, name) => expect(await shownName(names)).toBe(name));
