/**
 * Uploads to Slack: the order of the requests, and what is refused before the first. What Slack's emulator keeps is
 * shown in scripts/fidelity.
 */
import { describe, expect, it } from "vitest";
import type { HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const UPLOAD = "https://files.slack.com/upload/v1/abc";
const slack =
  (pages: Record<string, unknown>[] = []) =>
  ({ path }: HandlerRequest): unknown => {
    if (path === "/conversations.list") return pages.shift();
    if (path === "/files.getUploadURLExternal") return { ok: true, upload_url: UPLOAD, file_id: "F1" };
    return path === UPLOAD ? "OK - 5" : { ok: true, files: [{ id: "F1", title: "T" }] };
  };
const paths = (requests: HandlerRequest[]): string[] => requests.map(({ path }) => path);

describe("an upload to Slack", () => {
  it("announces the file, sends its bytes and shares it", async () => {
    const args = {
      content: "héllo",
      filetype: "python",
      title: "T",
      channels: "C0123456, U0123456",
      initial_comment: "!",
    };
    const { result, requests } = run("uploadFile", args, slack());
    expect(await result).toEqual({ ok: true, file: { id: "F1", title: "T" }, files: [{ id: "F1", title: "T" }] });
    expect(paths(requests)).toEqual(["/files.getUploadURLExternal", UPLOAD, "/files.completeUploadExternal"]);
    expect(requests[0]?.rawBody).toBe("filename=T&length=6&snippet_type=python");
    expect(Buffer.from(requests[1]?.rawBody ?? "").toString()).toBe("héllo");
    expect(requests[2]?.body).toEqual({
      files: [{ id: "F1", title: "T" }],
      channels: "C0123456,U0123456",
      initial_comment: "!",
    });
  });

  it("finds channels by their names on all pages of the list", async () => {
    const pages = [
      { channels: [{ id: "C0000001", name: "other" }], response_metadata: { next_cursor: "more" } },
      { channels: [{ id: "C0000002", name: "general" }], response_metadata: { next_cursor: "unread" } },
    ];
    const args = { content: "a", filename: "a.txt", channels: "#general,C0000009" };
    const { result, requests } = run("uploadFile", args, slack(pages));
    await result;
    expect(requests.slice(0, 2).map(({ rawBody }) => new URLSearchParams(String(rawBody)).get("cursor"))).toEqual([
      null,
      "more",
    ]);
    expect(paths(requests).slice(0, 3)).toEqual([
      "/conversations.list",
      "/conversations.list",
      "/files.getUploadURLExternal",
    ]);
    expect(requests.at(-1)?.body).toMatchObject({ channels: "C0000002,C0000009" });
  });

  it("answers a message whose ts came as a number and lost its zeros", async () => {
    const args = { content: "a", channels: "C0123456", thread_ts: "1524523204.0001" };
    const { result, requests } = run("uploadFile", args, slack());
    await result;
    expect(requests.at(-1)?.body).toMatchObject({ thread_ts: "1524523204.000100" });
  });

  it.each([
    ["no content", {}, "content, or a file"],
    ["a channel that is not there", { content: "a", channels: "nowhere" }, '"nowhere"'],
    ["a thread without one channel", { content: "a", thread_ts: "1.2" }, "exactly one"],
  ])("refuses %s before it sends anything", async (_, args, words) => {
    const { result, requests } = run("uploadFile", args, slack([{ channels: [] }]));
    await expect(result).rejects.toThrow(words);
    expect(paths(requests).filter((path) => path.startsWith("/files."))).toEqual([]);
  });
});
