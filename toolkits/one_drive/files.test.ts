/** Reading, converting and sharing files of OneDrive against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const drive =
  (name: string, mimeType: string, content: unknown = "") =>
  ({ method, path }: HandlerRequest): unknown =>
    path.endsWith("/content") && method === "GET"
      ? content
      : { id: "F", name, file: mimeType ? { mimeType } : undefined, parentReference: { id: "P" } };

describe("a file as text", () => {
  it.each([
    ["plan.txt", "text/plain", Buffer.from("é 😀"), "é 😀"],
    ["plan.md", "application/octet-stream", "# a", "# a"],
    ["plan.json", "application/json", { a: 1 }, '{"a":1}'],
  ])("is that of %s", async (name, type, content, text) => {
    const { result, requests } = run("readAsText", { item: "/Reports/a b.md" }, drive(name, type, content));
    expect(await result).toEqual({ id: "F", name, mime_type: type, text, total_characters: text.length });
    expect(requests[1]?.path).toBe("/me/drive/root:/Reports/a%20b.md:/content");
  });

  it("comes in parts, and is none for folders and other files", async () => {
    const part = { item: "F", offset: 1, max_characters: 2 };
    expect(await run("readAsText", part, drive("a.txt", "text/plain", "abcde")).result).toMatchObject({
      text: "bc",
      next_offset: 3,
    });
    expect(await run("readAsText", part, drive("a.txt", "text/plain", "ab😀c")).result).toMatchObject({
      text: "b😀",
      next_offset: 4,
    });
    await expect(run("readAsText", { item: "F" }, drive("a.docx", "application/msword")).result).rejects.toThrow(
      "no text",
    );
    await expect(run("readAsText", { item: "F" }, drive("Reports", "")).result).rejects.toThrow("a folder");
  });
});

describe("a PDF", () => {
  it("is saved beside the file or in another folder", async () => {
    const pdf = Buffer.from("%PDF");
    const { result, requests } = run("convertToPdf", { item: "F" }, drive("Plan.v2.docx", "application/msword", pdf));
    await result;
    expect(requests.slice(1)).toMatchObject([
      { path: "/me/drive/items/F/content", query: { format: "pdf" } },
      { method: "PUT", path: "/me/drive/items/P:/Plan.v2.pdf:/content", rawBody: pdf },
    ]);
    const there = run("convertToPdf", { item: "F", folder: "/Out", name: "x.pdf" }, drive("a.xlsx", "", pdf));
    await there.result;
    expect(there.requests.at(-1)?.path).toBe("/me/drive/root:/Out/x.pdf:/content");
    await expect(run("convertToPdf", { item: "F" }, drive("a.png", "image/png")).result).rejects.toThrow(
      "cannot become a PDF",
    );
  });
});

describe("sharing", () => {
  const args = { item: "/Reports", emails: ["ada@example.com", "bob@example.com"], role: "write", message: "Hi" };
  const graph =
    (value: unknown, refusedEnd = "") =>
    ({ path }: HandlerRequest): unknown => {
      if (refusedEnd && path.endsWith(refusedEnd)) throw new ProviderRefusal("OneDrive answered 403 Forbidden.", 403);
      return path.endsWith("/invite") ? { value } : { link: { webUrl: "https://d.example/l" } };
    };
  const GRANTED = { id: "p", roles: ["write"] };

  it("gives all people the role in one request, and makes a link", async () => {
    const { result, requests } = run("shareItem", { ...args, link: "view" }, graph([GRANTED, GRANTED]));
    expect(await result).toMatchObject({
      shared: [{ who: "ada@example.com" }, { who: "bob@example.com" }],
      failed: [],
      is_complete: true,
      link: "https://d.example/l",
    });
    expect(requests).toMatchObject([
      { path: "/me/drive/root:/Reports:/invite", body: { roles: ["write"], requireSignIn: true, message: "Hi" } },
      { path: "/me/drive/root:/Reports:/createLink", body: { type: "view", scope: "organization" } },
    ]);
  });

  it("names those whom OneDrive refuses, and a link that it does not give", async () => {
    const partly = run("shareItem", args, graph([GRANTED, { error: { code: "accessDenied", message: "No guests" } }]));
    expect(await partly.result).toMatchObject({
      shared: [{ who: "ada@example.com" }],
      failed: [{ who: "bob@example.com", problem: "No guests" }],
      is_complete: false,
    });
    const noLink = run("shareItem", { ...args, link: "edit" }, graph([GRANTED, GRANTED], "createLink"));
    expect(await noLink.result).toMatchObject({ shared: [{}, {}], failed: [{ who: "those who have the link" }] });
    const nobody = run("shareItem", { ...args, link: "edit" }, graph([], "invite"));
    expect(await nobody.result).toMatchObject({ shared: [], failed: [{}, {}], link: "https://d.example/l" });
  });

  it("fails where nobody got access or is named", async () => {
    await expect(run("shareItem", args, graph([], "invite")).result).rejects.toThrow("403");
    await expect(run("shareItem", { item: "F" }).result).rejects.toThrow("Nobody is named");
  });
});
