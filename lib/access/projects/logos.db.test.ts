/** The uploaded logo: who may put it there, and how it is served. */
import { expect, it } from "vitest";
import { PUT as putLogo } from "@/app/api/v3/internal/patchbay/project/logo/route";
import { PATCH as patchProject } from "@/app/api/v3/internal/patchbay/project/route";
import { GET as getLogo } from "@/app/logos/project/[id]/route";
import type { Route } from "@/lib/http/api-door/define-route";
import { db } from "@/lib/kernel/database/db";
import { jpeg, png } from "@/test/builders/images";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { brandingOf } from "./branding";

const ORIGIN = "http://localhost:3000";
type Answer = { status: number; body: { logo_url?: string; error?: { errors?: string[] } } };

async function call(route: Route, cookie: string, body: object): Promise<Answer> {
  const request = new Request(ORIGIN + route.op.path, {
    method: route.op.method,
    headers: { cookie, origin: ORIGIN },
    body: JSON.stringify(body),
  });
  const answer = await route(request, { params: Promise.resolve({}) });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}
const upload = (cookie: string, image: Buffer) => call(putLogo, cookie, { content: image.toString("base64") });

const load = (url = "") =>
  getLogo(new Request(url), { params: Promise.resolve({ id: url.slice(url.lastIndexOf("/") + 1) }) });

async function newProject() {
  const { userId, projectId } = await createTestOwner();
  return { userId, projectId, cookie: await sessionCookie(userId) };
}

it("200: an upload is the project's logo, served from our address as the image that it is, and as nothing else", async () => {
  const { projectId, cookie } = await newProject();
  const { status, body } = await upload(cookie, png(64, 64));
  expect([status, (await brandingOf(projectId)).logoUrl]).toEqual([200, body.logo_url]);
  expect(body.logo_url).toMatch(/^http:\/\/localhost:3000\/logos\/project\/logo_\w{12}$/);
  const image = await load(body.logo_url);
  expect(Buffer.from(await image.arrayBuffer())).toEqual(png(64, 64));
  expect(Object.fromEntries(image.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
});

it("404: another upload or another address takes its place; the address of the upload itself keeps it", async () => {
  const { projectId, cookie } = await newProject();
  const first = (await upload(cookie, png(64, 64))).body.logo_url;
  const second = (await upload(cookie, jpeg(64, 64))).body.logo_url;
  expect([(await load(first)).status, (await load(second)).headers.get("content-type")]).toEqual([404, "image/jpeg"]);
  expect((await call(patchProject, cookie, { logo_url: second, display_name: "Acme" })).body.logo_url).toBe(second);
  expect((await load(second)).status).toBe(200);
  const elsewhere = "https://acme.example/logo.png";
  expect((await call(patchProject, cookie, { logo_url: elsewhere })).body.logo_url).toBe(elsewhere);
  expect([(await load(second)).status, await db.projectLogo.count({ where: { projectId } })]).toEqual([404, 0]);
  await upload(cookie, png(64, 64));
  expect((await call(patchProject, cookie, { logo_url: "" })).body.logo_url).toBeUndefined();
  expect(await brandingOf(projectId)).not.toHaveProperty("logoUrl");
});

it.each([
  ["an SVG image", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "is not a PNG, JPEG or WebP image"],
  ["too many pixels", png(5000, 5000), "is 5000 by 5000 pixels; 2000 by 2000 are the most"],
  ["too many bytes", Buffer.concat([png(64, 64), Buffer.alloc(520 * 1024)]), "has more than 512 KB"],
  ["far too many bytes", Buffer.alloc(1024 * 1024), "has more than 512 KB"],
  ["nothing", Buffer.alloc(0), "must not be empty"],
])("400: %s is refused with words, and the logo of before stays", async (_what, image, words) => {
  const { projectId, cookie } = await newProject();
  const before = (await upload(cookie, png(64, 64))).body.logo_url;
  const { status, body } = await upload(cookie, image);
  expect([status, body.error?.errors?.join()]).toEqual([400, expect.stringContaining(words)]);
  expect((await brandingOf(projectId)).logoUrl).toBe(before);
});

it("403: a developer cannot change it; and nobody reaches the logo of another project", async () => {
  const [ours, theirs] = [await newProject(), await newProject()];
  const before = (await upload(theirs.cookie, png(64, 64))).body.logo_url;
  await upload(ours.cookie, png(32, 32));
  expect((await call(patchProject, ours.cookie, { logo_url: before })).status).toBe(200);
  await call(patchProject, ours.cookie, { logo_url: "" });
  expect([(await brandingOf(theirs.projectId)).logoUrl, (await load(before)).status]).toEqual([before, 200]);
  const developer = await createTestOwner();
  await db.member.updateMany({ where: { userId: developer.userId }, data: { role: "developer" } });
  expect((await upload(await sessionCookie(developer.userId), png(64, 64))).status).toBe(403);
});

it("404: the logo of a deleted project is gone", async () => {
  const { projectId, cookie } = await newProject();
  const url = (await upload(cookie, png(64, 64))).body.logo_url;
  await db.project.update({ where: { id: projectId }, data: { deletedAt: new Date() } });
  expect([(await load(url)).status, (await load(`${ORIGIN}/logos/project/constructor`)).status]).toEqual([404, 404]);
});
