/** Google Photos' composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const run = (name: string, args: Record<string, unknown>, answer: (request: HandlerRequest) => unknown) => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: answer(request) });
    },
    readFile: () => Promise.resolve({ name: "a.jpg", mimetype: "image/jpeg", bytes: Buffer.from("abc") }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  const handler = handlers[name];
  if (!handler) throw new Error(name);
  return { result: handler(args as Record<string, never>, tools), requests };
};

describe("uploadMedia", () => {
  const args = { file_to_upload: {}, albumId: "A", description: "Sea" };

  it("makes an item out of the token of the bytes", async () => {
    const { result, requests } = run("uploadMedia", args, ({ path }) =>
      path === "/uploads" ? "TOKEN" : { newMediaItemResults: [{ mediaItem: { id: "m" } }] },
    );
    expect(await result).toEqual({ id: "m" });
    expect(requests[0]).toMatchObject({
      headers: { "x-goog-upload-content-type": "image/jpeg", "x-goog-upload-protocol": "raw" },
      rawBody: Buffer.from("abc"),
    });
    expect(requests[1]?.body).toEqual({
      albumId: "A",
      newMediaItems: [{ description: "Sea", simpleMediaItem: { uploadToken: "TOKEN", fileName: "a.jpg" } }],
    });
  });

  it("gives the provider's words when the item is refused with a success status", async () => {
    const { result } = run("uploadMedia", args, ({ path }) =>
      path === "/uploads" ? "TOKEN" : { newMediaItemResults: [{ status: { code: 3, message: "bad media" } }] },
    );
    await expect(result).rejects.toThrow("bad media");
  });
});

describe("albums and downloads", () => {
  it("changes only what is given", async () => {
    const { result, requests } = run("updateAlbum", { albumId: "A", title: "T" }, () => ({}));
    await result;
    expect(requests[0]).toMatchObject({ path: "/albums/A", query: { updateMask: "title" }, body: { title: "T" } });
    await expect(run("updateAlbum", { albumId: "A" }, () => ({})).result).rejects.toThrow("nothing to change");
  });

  it.each([
    ["image/jpeg", "https://x/y=d"],
    ["video/mp4", "https://x/y=dv"],
  ])("gives the original of %s", async (mimeType, download_url) => {
    expect(
      await run("getDownload", { mediaItemId: "m" }, () => ({ baseUrl: "https://x/y", mimeType, filename: "f" }))
        .result,
    ).toMatchObject({ download_url });
  });
});
