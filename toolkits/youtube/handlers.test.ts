/** YouTube's composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const run = (
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
    readFile: () => Promise.resolve({ name: "a.mp4", mimetype: "video/mp4", bytes: Buffer.from([0, 255]) }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  const handler = handlers[name];
  if (!handler) throw new Error(name);
  return { result: handler(args as Record<string, never>, tools), requests };
};

describe("updateVideo", () => {
  it("keeps what YouTube would otherwise empty", async () => {
    const { result, requests } = run("updateVideo", { videoId: "V", title: "New" }, ({ method }) =>
      method === "GET"
        ? { items: [{ snippet: { title: "Old", description: "Text", categoryId: "22", channelTitle: "C" } }] }
        : { id: "V" },
    );
    await result;
    expect(requests[1]).toEqual({
      method: "PUT",
      path: "/youtube/v3/videos",
      query: { part: "snippet" },
      body: { id: "V", snippet: { title: "New", description: "Text", categoryId: "22" } },
    });
  });

  it("keeps the spoken language, and drops the time to publish of a video that becomes public", async () => {
    const status = {
      privacyStatus: "private",
      publishAt: "2026-12-24T18:00:00Z",
      embeddable: true,
      uploadStatus: "processed",
    };
    const { result, requests } = run(
      "updateVideo",
      { videoId: "V", tags: ["a"], privacyStatus: "public" },
      ({ method }) =>
        method === "GET" ? { items: [{ snippet: { title: "Old", defaultAudioLanguage: "de" }, status }] } : { id: "V" },
    );
    await result;
    expect(requests[1]?.body).toEqual({
      id: "V",
      snippet: { title: "Old", tags: ["a"], defaultAudioLanguage: "de" },
      status: { privacyStatus: "public", embeddable: true },
    });
  });

  it("says when nothing changes, and when there is no such video", async () => {
    await expect(run("updateVideo", { videoId: "V" }).result).rejects.toThrow("nothing to change");
    await expect(run("updateVideo", { videoId: "V", title: "x" }, () => ({ items: [] })).result).rejects.toThrow(
      "no video V",
    );
  });
});

describe("the other tools", () => {
  it("sends facts and bytes of an upload together", async () => {
    const { result, requests } = run("uploadVideo", { title: "T", videoFilePath: {} }, () => ({ id: "V" }));
    expect(await result).toEqual({ id: "V" });
    const body = requests[0]?.rawBody as Buffer;
    expect(body.toString("latin1")).toMatch(
      new RegExp(
        String.raw`"title":"T","categoryId":"22"\},"status":\{"privacyStatus":"private"\}\}\r\n` +
          String.raw`--[^]*content-type: video/mp4\r\n\r\n\u0000\u00ff\r\n--`,
      ),
    );
  });

  it.each(["@ada", "ada", " ada "])("finds the channel of %s", async (channel_handle) => {
    const { result, requests } = run("findChannel", { channel_handle }, () => ({
      items: [{ id: "UC1", snippet: { title: "Ada" } }],
    }));
    expect(await result).toEqual({
      channel_id: "UC1",
      title: "Ada",
      items: [{ id: "UC1", snippet: { title: "Ada" } }],
    });
    expect(requests[0]?.query?.forHandle).toBe("@ada");
  });

  it("gives captions as text, whatever type they are sent as", async () => {
    expect(await run("loadCaptions", { id: "c" }, () => Buffer.from("1\nHé")).result).toEqual({ captions: "1\nHé" });
  });
});
