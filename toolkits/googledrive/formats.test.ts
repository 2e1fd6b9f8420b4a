/**
 * Finding, reading, converting and sharing files of Google Drive against a stand-in that remembers what it was asked.
 */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const GOOGLE = "application/vnd.google-apps.";
const paths = (requests: HandlerRequest[]): string[] => requests.map(({ method, path }) => `${method} ${path}`);
const drive =
  (mimeType: string, content: unknown = "", refusal?: RegExp) =>
  ({ method, path, query, body }: HandlerRequest): unknown => {
    if (refusal?.test(`${method} ${path}`)) throw new ProviderRefusal("Google Drive answered 403 Forbidden.", 403);
    if (path.endsWith("/copy")) return { id: "C", ...(body as object) };
    if (path.endsWith("/export") || query?.alt === "media") return content;
    return method === "GET"
      ? { id: "F", name: "Plan.docx", mimeType, parents: ["P"], webViewLink: "https://d.example/F" }
      : { id: "N" };
  };

describe("files", () => {
  it("are found by words, kind, place, owner and time", async () => {
    const args = {
      query: "o'clock",
      kind: "pdf",
      folder_id: "root",
      owner: "ada@example.com",
      modified_after: "2026-01-31T12:00:00",
    };
    const { result, requests } = run("searchFiles", args, () => ({ files: [{ id: "F" }], nextPageToken: "n" }));
    expect(await result).toEqual({ files: [{ id: "F" }], next_page_token: "n", is_complete: false });
    expect(requests[0]?.query?.q).toBe(
      "(name contains 'o\\'clock' or fullText contains 'o\\'clock') and mimeType = 'application/pdf' and 'root' in parents and " +
        "'ada@example.com' in owners and modifiedTime > '2026-01-31T12:00:00' and trashed = false",
    );
    expect(await run("searchFiles", {}, () => ({ incompleteSearch: true })).result).toEqual({
      files: [],
      is_complete: false,
    });
  });

  it.each([
    [`${GOOGLE}document`, "text/markdown", "# Plan"],
    [`${GOOGLE}spreadsheet`, "text/csv", "a,b"],
    ["application/json", undefined, { a: 1 }],
    ["text/plain", undefined, Buffer.from("é")],
  ])("of the type %s are read as %s", async (type, form, content) => {
    const { result, requests } = run("readAsText", { file_id: "F" }, drive(type, content));
    const text = content instanceof Uint8Array ? "é" : typeof content === "string" ? content : '{"a":1}';
    expect(await result).toMatchObject({ text, text_type: form ?? type, total_characters: text.length });
    expect(requests[1]?.query).toEqual(form ? { mimeType: form } : { alt: "media", supportsAllDrives: true });
  });

  it("are read in parts, and a picture has no text", async () => {
    const part = await run(
      "readAsText",
      { file_id: "F", offset: 2, max_characters: 3 },
      drive("text/plain", "abcdefgh"),
    ).result;
    expect(part).toMatchObject({ text: "cde", total_characters: 8, next_offset: 5 });
    const emoji = (args: object) =>
      run("readAsText", { file_id: "F", max_characters: 1, ...args }, drive("text/plain", "😀b")).result;
    expect(await emoji({})).toMatchObject({ text: "😀", next_offset: 2 });
    expect(await emoji({ offset: 1, max_characters: 2 })).toMatchObject({ text: "😀b" });
    await expect(run("readAsText", { file_id: "F" }, drive("image/png")).result).rejects.toThrow(
      "GOOGLEDRIVE_CONVERT_FILE",
    );
  });
});

describe("a copy in another format", () => {
  it("of Google's kind is made by Drive, beside the file or elsewhere", async () => {
    const { result } = run("convertFile", { file_id: "F", format: "google_document" }, drive("application/msword"));
    expect(await result).toMatchObject({
      file: { id: "C", name: "Plan", mimeType: `${GOOGLE}document`, parents: ["P"] },
    });
    const there = run(
      "convertFile",
      { file_id: "F", format: "google_document", folder_id: "Q", name: "X" },
      drive("application/pdf"),
    );
    expect(await there.result).toMatchObject({ file: { name: "X", parents: ["Q"] } });
  });

  it("is exported from Google's kinds, and for others through a copy that is deleted", async () => {
    const direct = run("convertFile", { file_id: "F", format: "pdf" }, drive(`${GOOGLE}document`, Buffer.from("%PDF")));
    expect(await direct.result).toEqual({ file: { id: "N" } });
    expect(String(direct.requests.at(-1)?.rawBody)).toMatch(/"name":"Plan.pdf"[^]*%PDF/);
    const other = run(
      "convertFile",
      { file_id: "F", format: "pdf" },
      drive("application/vnd.ms-excel", Buffer.from("%PDF")),
    );
    await other.result;
    expect(paths(other.requests).slice(1, 4)).toEqual(["POST /files/F/copy", "GET /files/C/export", "DELETE /files/C"]);
    expect(other.requests[1]?.body).toMatchObject({ mimeType: `${GOOGLE}spreadsheet` });
  });

  it("names a temporary copy that stays, and deletes it when the export is refused", async () => {
    const left = run("convertFile", { file_id: "F", format: "md" }, drive("application/pdf", "x", /^DELETE/));
    expect((await left.result).problem).toContain("temporary copy C is still there");
    const refusal = run("convertFile", { file_id: "F", format: "md" }, drive("application/pdf", "x", /export$/));
    await expect(refusal.result).rejects.toThrow("403 Forbidden");
    expect(paths(refusal.requests).at(-1)).toBe("DELETE /files/C");
    await expect(run("convertFile", { file_id: "F", format: "gif" }).result).rejects.toThrow("format must be one of");
  });
});

describe("a file from text", () => {
  it.each([
    [{}, "text/plain", "text/plain"],
    [{ mime_type: `${GOOGLE}document` }, `${GOOGLE}document`, "text/plain"],
    [{ mime_type: `${GOOGLE}document`, text_type: "text/markdown" }, `${GOOGLE}document`, "text/markdown"],
    [{ mime_type: `${GOOGLE}spreadsheet` }, `${GOOGLE}spreadsheet`, "text/csv"],
  ])("with %o has the type %s and is sent as %s", async (more, type, textType) => {
    const { result, requests } = run("createFileFromText", { file_name: "a", text_content: "x", ...more });
    await result;
    const raw = String(requests[0]?.rawBody);
    expect(raw).toContain(`"mimeType":"${type}"`);
    expect(raw).toContain(`content-type: ${textType}; charset=UTF-8`);
  });

  it("is no presentation", () => {
    expect(() => run("createFileFromText", { file_name: "a", mime_type: `${GOOGLE}presentation` })).toThrow(
      "Text cannot become",
    );
  });
});

describe("sharing", () => {
  const args = {
    file_id: "F",
    emails: ["ada@example.com", "bob@example.com"],
    role: "writer",
    anyone_with_link: true,
    message: "Hi",
  };

  it("gives each person and the link the role, and says who has none", async () => {
    const answer = (request: HandlerRequest) => {
      if ((request.body as { emailAddress?: string })?.emailAddress === "bob@example.com")
        throw new ProviderRefusal("Google Drive answered 400 Bad Request.", 400);
      return request.method === "POST"
        ? { id: "p", role: "writer" }
        : { name: "Plan", webViewLink: "https://d.example/F" };
    };
    const { result, requests } = run("shareFile", args, answer);
    expect(await result).toEqual({
      shared: [
        { who: "ada@example.com", permission_id: "p", role: "writer" },
        { who: "anyone with the link", permission_id: "p", role: "writer" },
      ],
      failed: [{ who: "bob@example.com", problem: "Google Drive answered 400 Bad Request." }],
      is_complete: false,
      name: "Plan",
      link: "https://d.example/F",
    });
    expect(requests[0]).toMatchObject({
      query: { sendNotificationEmail: true, emailMessage: "Hi" },
      body: { type: "user", role: "writer", emailAddress: "ada@example.com" },
    });
  });

  it("fails where nobody got access or is named", async () => {
    await expect(run("shareFile", args, drive("", "", /permissions$/)).result).rejects.toThrow("403");
    await expect(run("shareFile", { file_id: "F" }).result).rejects.toThrow("Nobody is named");
  });
});
