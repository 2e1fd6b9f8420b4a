/** OneDrive's composite tools against a stand-in that remembers what it was asked. */
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
    readFile: () => Promise.resolve({ name: "a b.txt", mimetype: "text/plain", bytes: Buffer.from("abc") }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return { answer: await handlers[name]?.(args as Record<string, never>, tools), requests };
};

describe("OneDrive", () => {
  it.each([
    [undefined, "/me/drive/root:/a%20b.txt:/content"],
    ["/Q1 #/x", "/me/drive/root:/Q1%20%23/x/a%20b.txt:/content"],
    ["ID!7", "/me/drive/items/ID!7:/a%20b.txt:/content"],
  ])("uploads into the folder %s", async (folder, path) => {
    const { requests } = await run("uploadFile", { file: {}, folder });
    expect(requests[0]).toMatchObject({
      method: "PUT",
      path,
      rawBody: Buffer.from("abc"),
      headers: { "content-type": "text/plain" },
    });
  });

  it("looks through all pages for a name, and tells files from folders", async () => {
    const pages: Record<string, unknown> = {
      "/me/drive/root/children": {
        value: [{ name: "a", folder: {} }],
        "@odata.nextLink": "https://graph.microsoft.com/v1.0/next",
      },
      "https://graph.microsoft.com/v1.0/next": { value: [{ name: "A", id: "2" }] },
    };
    expect((await run("findFile", { name: "a" }, ({ path }) => pages[path])).answer).toEqual({
      found: true,
      items: [{ name: "A", id: "2" }],
      is_complete: true,
    });
    expect((await run("findFolder", { name: "b" }, ({ path }) => pages[path])).answer).toEqual({
      found: false,
      items: [],
      is_complete: true,
    });
  });
});
