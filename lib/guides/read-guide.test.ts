/** The texts for agents: the list of guides, single guides, and all in one text. */
import { expect, it } from "vitest";
import { GUIDES } from "@/lib/contract/guides";
import { forgetSettings } from "@/test/setup/process-memory";
import { listGuides, readAllGuides, readGuide } from "./read-guide";

const ADDRESS = /http:\/\/localhost:3000\/api\/docs\/([\w-]+)\/([\w-]+\.md)/g;

it("the list names every guide by an address that leads to its text", async () => {
  const addresses = [...listGuides().matchAll(ADDRESS)];
  expect(addresses.map(([, group, guide]) => `${group}/${guide}`)).toEqual(GUIDES.map(({ file }) => file));
  for (const [, group = "", guide = ""] of addresses) expect(await readGuide(group, guide)).toMatch(/^# \S/);
});

it("the whole text has every guide after its address", async () => {
  const text = await readAllGuides();
  expect(text.match(ADDRESS)).toEqual(listGuides().match(ADDRESS));
  for (const { file } of GUIDES) {
    const [group = "", guide = ""] = file.split("/");
    expect(text).toContain(await readGuide(group, guide));
  }
});

it("code of a guide calls this server, so that it runs as it was copied", async () => {
  process.env.PATCHBAY_PUBLIC_URL = "https://patchbay.acme.example";
  forgetSettings();
  try {
    for (const guide of ["quickstarts/vercel.md", "triggers-and-webhooks/webhooks.md"]) {
      const [group = "", name = ""] = guide.split("/");
      const text = await readGuide(group, name);
      expect(text).toContain('baseURL: "https://patchbay.acme.example"');
      expect(text).not.toContain("localhost:3000");
    }
  } finally {
    process.env.PATCHBAY_PUBLIC_URL = "http://localhost:3000";
    forgetSettings();
  }
});

it.each([
  ["start", "first-call"],
  ["start", "../../package.json"],
  ["..", "README.md"],
  ["decisions", "0001-two-doors.md"],
])("404: no address leads out of the listed guides: %s/%s", async (group, guide) => {
  await expect(readGuide(group, guide)).rejects.toMatchObject({ status: 404 });
});
