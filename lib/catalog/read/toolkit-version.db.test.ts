/** A toolkit asked for by a version, through its route. */
import { beforeAll, expect, it } from "vitest";
import * as toolsRoute from "@/app/api/v3/tools/route";
import * as toolkitRoute from "@/app/api/v3/toolkits/[slug]/route";
import * as toolkitsRoute from "@/app/api/v3/toolkits/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { findCategories } from "@/lib/catalog/read/find-toolkits";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { createTestOwner } from "@/test/builders/owners";
import { load, mail } from "@/test/builders/catalog";

const door = createApiRouter([toolkitRoute.GET, toolkitsRoute.GET, toolsRoute.GET]);
let [key, strictKey] = ["", ""];

beforeAll(async () => {
  await load(mail);
  const [open, strict] = [await createTestOwner(), await createTestOwner()];
  await updateProjectConfig(strict.projectId, { strictVersions: true });
  ({ key } = await createApiKey(open.projectId, { name: "open" }));
  ({ key: strictKey } = await createApiKey(strict.projectId, { name: "strict" }));
});

const ask = async (version: string, as = key): Promise<[number, string | null]> => {
  const request = new Request(`http://localhost/api/v3/toolkits/mail?version=${version}`, {
    headers: { "x-api-key": as },
  });
  const { status, headers } = await door.fetch(request);
  return [status, headers.get("warning")];
};

it("200: in a version that it has, the project's own, or with a warning in one that it has not", async () => {
  for (const version of ["", "latest", "20260101_00", "00000000_00"]) expect(await ask(version)).toEqual([200, null]);
  expect(await ask("20250909_00")).toEqual([200, expect.stringContaining("mail has no version 20250909_00")]);
});

it("404: a version that it has not, where the project is strict, or what is no version", async () => {
  expect((await ask("20250909_00", strictKey))[0]).toBe(404);
  expect((await ask("lastest"))[0]).toBe(404);
});

it("200: a list says in a warning which toolkit, tool or category there is not", async () => {
  const list = async (path: string) => {
    const headers = { "x-api-key": key };
    const answer = await door.fetch(new Request(`http://localhost/api/v3/${path}`, { headers }));
    return [answer.status, answer.headers.get("warning")];
  };
  expect(await list("tools?toolkit_slug=mail")).toEqual([200, null]);
  expect(await list("tools?toolkit_slug=mail,mial")).toEqual([
    200,
    "299 - \"There is no toolkit 'mial'. Did you mean mail?\"",
  ]);
  expect(await list("tools?tool_slugs=MAIL_NOPE&limit=9999")).toEqual([
    200,
    expect.stringContaining("There is no tool 'MAIL_NOPE'."),
  ]);
  expect(await list("toolkits?category=nope-nope")).toEqual([200, "299 - \"There is no category 'nope-nope'.\""]);
  const [{ id = "" } = {}] = await findCategories();
  expect(id).not.toBe("");
  expect(await list(`toolkits?category=${id},nope-nope&search=zzzzzz`)).toEqual([
    200,
    "299 - \"There is no category 'nope-nope'.\"",
  ]);
  expect(await list(`toolkits?category=${id},${id}&search=zzzzzz`)).toEqual([200, null]);
  const [, many] = await list(`toolkits?category=${Array.from({ length: 3000 }, (_, n) => `nope${n}`).join()}`);
  expect(String(many).length).toBeLessThan(500);
});
