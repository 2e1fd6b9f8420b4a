/** Dropbox's composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const run = async (
  name: string,
  args: Record<string, unknown>,
  answer: (request: HandlerRequest) => unknown = () => ({}),
) => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: answer(request) });
    },
    readFile: () => Promise.resolve({ name: "Ü.txt", mimetype: "text/plain", bytes: Buffer.from("abc") }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return { answer: await handlers[name]?.(args as Record<string, never>, tools), requests };
};

describe("Dropbox", () => {
  it("uploads to the content host, with arguments that a header may hold", async () => {
    const { requests } = await run("uploadFile", { path: "/in/", content: {}, autorename: true });
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "https://content.dropboxapi.com/2/files/upload",
      rawBody: Buffer.from("abc"),
    });
    expect(requests[0]?.headers?.["dropbox-api-arg"]).toBe('{"path":"/in/\\u00dc.txt","mode":"add","autorename":true}');
  });

  it("reads text as text too, and other bytes as a download alone", async () => {
    const content =
      (bytes: Buffer) =>
      ({ path }: HandlerRequest) =>
        path === "/files/get_metadata" ? { name: "a.txt" } : bytes;
    expect((await run("readFile", { path: "/a.txt" }, content(Buffer.from("hällo")))).answer).toMatchObject({
      content: "hällo",
      size: 6,
      file: { name: "a.txt" },
    });
    expect((await run("readFile", { path: "/a.txt" }, content(Buffer.from([0xff, 0xfe])))).answer).not.toHaveProperty(
      "content",
    );
  });

  it("looks through all pages for folders, and begins at the top for a slash", async () => {
    const { answer, requests } = await run("listFolders", { path: "/" }, ({ path }) =>
      path === "/files/list_folder"
        ? { entries: [{ ".tag": "file" }], cursor: "c", has_more: true }
        : { entries: [{ ".tag": "folder", name: "b" }], has_more: false },
    );
    expect(requests.map(({ body }) => body)).toEqual([{ path: "", recursive: false }, { cursor: "c" }]);
    expect(answer).toEqual({ folders: [{ ".tag": "folder", name: "b" }], is_complete: true });
  });

  it("searches with options, and goes on by the cursor alone", async () => {
    expect((await run("search", { query: "tax", path: "/2026/", max_results: 5 })).requests[0]).toMatchObject({
      path: "/files/search_v2",
      body: { query: "tax", options: { path: "/2026", max_results: 5 } },
    });
    expect((await run("search", { cursor: "c" })).requests[0]).toMatchObject({
      path: "/files/search/continue_v2",
      body: { cursor: "c" },
    });
    await expect(run("search", {})).rejects.toThrow("Give query");
  });

  it("nests the deadline of a file request", async () => {
    expect(
      (
        await run("createFileRequest", {
          title: "T",
          destination: "/in",
          deadline: "2026-12-31T00:00:00Z",
          allow_late_uploads: "one_day",
        })
      ).requests[0]?.body,
    ).toEqual({
      title: "T",
      destination: "/in",
      deadline: { deadline: "2026-12-31T00:00:00Z", allow_late_uploads: "one_day" },
    });
  });

  it("adds the ending of a Paper document", async () => {
    const { requests } = await run("createPaper", { path: "/notes", content: "# A" });
    expect(requests[0]).toMatchObject({
      path: "/files/paper/create",
      rawBody: "# A",
      headers: { "dropbox-api-arg": '{"path":"/notes.paper","import_format":"markdown"}' },
    });
  });
});

describe("what Dropbox takes in a header", () => {
  it.each(["uploadFile", "readFile", "createPaper"])(
    "%s refuses a longer path before anything is sent",
    async (name) => {
      let requestCount = 0;
      const result = run(name, { path: `/${"é".repeat(8_000)}`, content: "x" }, () => ++requestCount);
      await expect(result).rejects.toThrow("Dropbox takes 8000 at most.");
      expect(requestCount).toBe(0);
    },
  );
});
