/** Google Docs' composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);

describe("documents", () => {
  it("writes the text of a new document in a second request, and none without text", async () => {
    const result = run("createDocument", { title: "Plan", text: "One\nTwo" }, ({ path }) =>
      path === "/v1/documents" ? { documentId: "D", title: "Plan" } : {},
    );
    expect(await result.result).toEqual({
      document_id: "D",
      title: "Plan",
      url: "https://docs.google.com/document/d/D/edit",
    });
    expect(result.requests[1]).toEqual({
      method: "POST",
      path: "/v1/documents/D:batchUpdate",
      body: { requests: [{ insertText: { text: "One\nTwo", endOfSegmentLocation: {} } }] },
    });
    const bare = run("createDocument", { title: "Plan" }, () => ({ documentId: "D" }));
    await bare.result;
    expect(bare.requests).toHaveLength(1);
  });

  it("imports Markdown as a document", async () => {
    const { result, requests } = run("createFromMarkdown", { title: "Plan", markdown_text: "# Hé" }, () => ({
      id: "D",
      name: "Plan",
      webViewLink: "https://x",
    }));
    expect(await result).toEqual({ document_id: "D", title: "Plan", url: "https://x" });
    const [request] = requests;
    const boundary = /boundary="(.+)"/.exec(request?.headers?.["content-type"] ?? "")?.[1] ?? "";
    const parts = String(request?.rawBody).split(`--${boundary}`);
    expect(parts).toHaveLength(4);
    expect(parts[1]).toContain('{"name":"Plan","mimeType":"application/vnd.google-apps.document"}');
    expect(parts[2]).toContain("content-type: text/markdown; charset=UTF-8\r\n\r\n# Hé\r\n");
  });

  it("replaces the content in place", async () => {
    const { result, requests } = run("updateFromMarkdown", { document_id: "D/1", new_markdown_text: "x" }, () => ({
      id: "D",
    }));
    await result;
    expect(requests[0]).toMatchObject({
      method: "PATCH",
      path: "https://www.googleapis.com/upload/drive/v3/files/D%2F1",
      query: { uploadType: "media" },
      rawBody: "x",
    });
  });

  it("gives text as text and other forms as bytes", async () => {
    expect(await run("exportDocument", { document_id: "D" }, () => "# Hé").result).toEqual({
      mime_type: "text/markdown",
      size: 5,
      content: "# Hé",
    });
    expect(
      await run("exportDocument", { document_id: "D", mime_type: "application/pdf" }, () => Buffer.from([1, 2])).result,
    ).toEqual({
      mime_type: "application/pdf",
      size: 2,
      file: { name: "document.pdf", mimetype: "application/pdf", bytes: Buffer.from([1, 2]) },
    });
  });

  it("keeps quotes inside a search", async () => {
    const { result, requests } = run("searchDocuments", { query: "Ann's", starred_only: true }, () => ({}));
    expect(await result).toEqual({ documents: [], nextPageToken: "" });
    expect(requests[0]?.query?.q).toBe(
      "mimeType = 'application/vnd.google-apps.document' and trashed = false and (name contains " +
        "'Ann\\'s' or fullText contains 'Ann\\'s') and starred = true",
    );
  });

  it("names the kind of each chart of a spreadsheet", async () => {
    const sheets = [
      {
        properties: { sheetId: 1, title: "S" },
        charts: [
          { chartId: 2, spec: { title: "T", pieChart: {} } },
          { chartId: 3, spec: { basicChart: { chartType: "BAR" } } },
        ],
      },
      { properties: { sheetId: 4 } },
    ];
    expect(await run("listCharts", { spreadsheet_id: "X" }, () => ({ sheets })).result).toMatchObject({
      charts: [
        { chart_id: 2, title: "T", kind: "PIE", sheet_title: "S" },
        { chart_id: 3, title: "", kind: "BAR" },
      ],
    });
  });
});

describe("edits are one request each", () => {
  const cell = { tableStartLocation: { index: 2 }, rowIndex: 1 };
  it.each([
    [
      "insertText",
      { document_id: "D", text_to_insert: "x", insertion_index: 1 },
      { insertText: { text: "x", location: { index: 1 } } },
    ],
    ["insertText", { document_id: "D", text_to_insert: "x" }, { insertText: { text: "x", endOfSegmentLocation: {} } }],
    [
      "insertText",
      { document_id: "D", text_to_insert: "x", segment_id: "kix.1" },
      { insertText: { text: "x", endOfSegmentLocation: { segmentId: "kix.1" } } },
    ],
    [
      "insertTable",
      { documentId: "D", rows: 2, columns: 3, segmentId: "h" },
      { insertTable: { rows: 2, columns: 3, endOfSegmentLocation: { segmentId: "h" } } },
    ],
    [
      "insertInlineImage",
      { documentId: "D", uri: "https://x/y.png", location: { index: 3 } },
      { insertInlineImage: { uri: "https://x/y.png", location: { index: 3 } } },
    ],
    ["deleteTableRow", { documentId: "D", tableCellLocation: cell }, { deleteTableRow: { tableCellLocation: cell } }],
    [
      "deleteTable",
      { document_id: "D", table_start_index: 2, table_end_index: 9 },
      { deleteContentRange: { range: { startIndex: 2, endIndex: 9 } } },
    ],
    [
      "updateDocumentStyle",
      { document_id: "D", document_style: { marginTop: { magnitude: 9, unit: "PT" } } },
      { updateDocumentStyle: { documentStyle: { marginTop: { magnitude: 9, unit: "PT" } }, fields: "marginTop" } },
    ],
    ["createFooter", { document_id: "D" }, { createFooter: { type: "DEFAULT" } }],
    [
      "replaceAllText",
      { document_id: "D", find_text: "a", replace_text: "" },
      { replaceAllText: { replaceText: "", containsText: { text: "a", matchCase: true } } },
    ],
  ])("%s", async (name, args, request) => {
    const { result, requests } = run(name, args);
    await result;
    expect(requests).toEqual([{ method: "POST", path: "/v1/documents/D:batchUpdate", body: { requests: [request] } }]);
  });
});
