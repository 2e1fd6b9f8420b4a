/** Google Drive's composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);

describe("downloadFile", () => {
  const file =
    (mimeType: string, content: unknown) =>
    ({ query }: HandlerRequest) =>
      query?.fields ? { id: "F", name: "a", mimeType } : content;

  it("gives the bytes of a file as they are, whatever type is asked for", async () => {
    const { result, requests } = run(
      "downloadFile",
      { file_id: "F", mime_type: "application/pdf" },
      file("image/png", Buffer.from([1])),
    );
    expect(await result).toEqual({
      id: "F",
      name: "a",
      mimetype: "image/png",
      size: 1,
      downloaded_file_content: { name: "a", mimetype: "image/png", bytes: Buffer.from([1]) },
    });
    expect(requests[1]).toMatchObject({ path: "/files/F", query: { alt: "media" } });
  });

  it("exports a Google document, as PDF unless told", async () => {
    const { result, requests } = run(
      "downloadFile",
      { file_id: "F", mime_type: "text/csv" },
      file("application/vnd.google-apps.spreadsheet", "a,b"),
    );
    expect(await result).toMatchObject({ mimetype: "text/csv", content: "a,b" });
    expect(requests[1]).toMatchObject({ path: "/files/F/export", query: { mimeType: "text/csv" } });
  });

  it("says that a folder has no content", async () => {
    await expect(
      run("downloadFile", { file_id: "F" }, file("application/vnd.google-apps.folder", "")).result,
    ).rejects.toThrow("a folder");
  });
});

describe("shortcuts and permissions", () => {
  it("sends flags in the query and facts in the body", async () => {
    const shortcut = run("createShortcut", { name: "S", target_id: "T", keepRevisionForever: true });
    await shortcut.result;
    expect(shortcut.requests[0]).toMatchObject({
      path: "/files",
      query: { keepRevisionForever: true, supportsAllDrives: true },
      body: { name: "S", shortcutDetails: { targetId: "T" } },
    });
    const permission = run("updatePermission", {
      fileId: "F",
      permissionId: "P",
      permission: { role: "reader" },
      transferOwnership: false,
    });
    await permission.result;
    expect(permission.requests[0]).toEqual({
      method: "PATCH",
      path: "/files/F/permissions/P",
      query: { transferOwnership: false },
      body: { role: "reader" },
    });
  });
});
