/** Google Docs tools that go beyond one update request: documents from text and Markdown, copies, exports, searches. */
import { randomBytes } from "node:crypto";
import type { HandlerCall, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { quotedText } from "@/lib/catalog/quoted-text";
import { editHandlers } from "./edits";

type Values = Record<string, unknown>;
type DriveFile = { id?: string; name?: string; webViewLink?: string };

const FILES = "https://www.googleapis.com/drive/v3/files";
const UPLOAD = "https://www.googleapis.com/upload/drive/v3/files";
const DOCUMENT = "application/vnd.google-apps.document";
const MARKDOWN = "text/markdown; charset=UTF-8";
const FILE_FIELDS = "id,name,webViewLink";

const addressOf = (id: string): string => `https://docs.google.com/document/d/${id}/edit`;

function toDocument(data: unknown): Values {
  const { id = "", name = "", webViewLink } = data as DriveFile;
  return { document_id: id, title: name, url: webViewLink ?? addressOf(id) };
}

const createDocument: ToolHandler = async (args: { title?: string; text?: string }, { call }) => {
  const { data } = await call({ method: "POST", path: "/v1/documents", body: { title: args.title } });
  const { documentId = "", title = "" } = data as { documentId?: string; title?: string };
  if (args.text) {
    const requests = [{ insertText: { text: args.text, endOfSegmentLocation: {} } }];
    await call({
      method: "POST",
      path: `/v1/documents/${encodeURIComponent(documentId)}:batchUpdate`,
      body: { requests },
    });
  }
  return { document_id: documentId, title, url: addressOf(documentId) };
};

/**
 * Drive turns Markdown into a document
 * (https://developers.google.com/workspace/drive/api/guides/manage-uploads#import-docs).
 */
async function importMarkdown(title: string, markdown: string, call: HandlerCall): Promise<unknown> {
  const boundary = `=_${randomBytes(18).toString("hex")}`;
  const metadata = JSON.stringify({ name: title, mimeType: DOCUMENT });
  const rawBody =
    `--${boundary}\r\ncontent-type: application/json; ` +
    `charset=UTF-8\r\n\r\n${metadata}\r\n--${boundary}\r\ncontent-type: ` +
    `${MARKDOWN}\r\n\r\n${markdown}\r\n--${boundary}--`;
  const { data } = await call({
    method: "POST",
    path: UPLOAD,
    query: { uploadType: "multipart", supportsAllDrives: true, fields: FILE_FIELDS },
    headers: { "content-type": `multipart/related; boundary="${boundary}"` },
    rawBody,
  });
  return data;
}

const copyDocument: ToolHandler = async (
  args: { document_id?: string; title?: string; include_shared_drives?: boolean },
  { call },
) => {
  const path = `${FILES}/${encodeURIComponent(args.document_id ?? "")}/copy`;
  const { data } = await call({
    method: "POST",
    path,
    query: { supportsAllDrives: args.include_shared_drives ?? true, fields: FILE_FIELDS },
    body: args.title ? { name: args.title } : {},
  });
  return toDocument(data);
};

const exportDocument: ToolHandler = async (args: { document_id?: string; mime_type?: string }, { call }) => {
  const type = args.mime_type ?? "text/markdown";
  const { data } = await call({
    method: "GET",
    path: `${FILES}/${encodeURIComponent(args.document_id ?? "")}/export`,
    query: { mimeType: type },
    headers: { accept: "*/*" },
  });
  if (data instanceof Uint8Array)
    return {
      mime_type: type,
      size: data.length,
      file: { name: `document.${type === "application/pdf" ? "pdf" : "bin"}`, mimetype: type, bytes: data },
    };
  const content = typeof data === "string" ? data : data === undefined ? "" : JSON.stringify(data);
  return { mime_type: type, size: Buffer.byteLength(content), content };
};

type SearchArguments = {
  query?: string;
  max_results?: number;
  order_by?: string;
  created_after?: string;
  modified_after?: string;
  starred_only?: boolean;
  shared_with_me?: boolean;
  include_trashed?: boolean;
  include_shared_drives?: boolean;
  page_token?: string;
};

const searchQuery = (args: SearchArguments): string =>
  [
    `mimeType = ${quotedText(DOCUMENT)}`,
    ...(args.include_trashed ? [] : ["trashed = false"]),
    ...(args.query ? [`(name contains ${quotedText(args.query)} or fullText contains ${quotedText(args.query)})`] : []),
    ...(args.starred_only ? ["starred = true"] : []),
    ...(args.shared_with_me ? ["sharedWithMe = true"] : []),
    ...(args.created_after ? [`createdTime > ${quotedText(args.created_after)}`] : []),
    ...(args.modified_after ? [`modifiedTime > ${quotedText(args.modified_after)}`] : []),
  ].join(" and ");

const searchDocuments: ToolHandler = async (args: SearchArguments, { call }) => {
  const shared = args.include_shared_drives ?? true;
  const { data } = await call({
    method: "GET",
    path: FILES,
    query: {
      q: searchQuery(args),
      pageSize: args.max_results ?? 10,
      pageToken: args.page_token,
      supportsAllDrives: shared,
      includeItemsFromAllDrives: shared,
      // Drive gives full-text answers by relevance only.
      orderBy: args.query ? undefined : (args.order_by ?? "modifiedTime desc"),
      fields:
        "nextPageToken,files(id,name,webViewLink,createdTime,modifiedTime,owners(displayName,emailAddress),shared,starred,trashed)",
    },
  });
  const page = data as { files?: Values[]; nextPageToken?: string };
  return { documents: page.files ?? [], nextPageToken: page.nextPageToken ?? "" };
};

type Chart = { chartId?: number; spec?: Values & { title?: string; basicChart?: { chartType?: string } } };
type Sheet = { properties?: { sheetId?: number; title?: string }; charts?: Chart[] };

async function findCharts(
  spreadsheetId: string | undefined,
  call: HandlerCall,
): Promise<{ sheet: Sheet; chart: Chart }[]> {
  const { data } = await call({
    method: "GET",
    path: `https://sheets.googleapis.com/v4/spreadsheets/${encodeURIComponent(spreadsheetId ?? "")}`,
    query: { fields: "sheets(properties(sheetId,title),charts(chartId,spec))" },
  });
  return ((data as { sheets?: Sheet[] }).sheets ?? []).flatMap((sheet) =>
    (sheet.charts ?? []).map((chart) => ({ sheet, chart })),
  );
}

/** The specification holds one member that ends in "Chart" and names the kind. */
const kindOf = ({ spec = {} }: Chart): string =>
  spec.basicChart?.chartType ??
  Object.keys(spec)
    .find((name) => name.endsWith("Chart"))
    ?.replace(/Chart$/, "")
    .toUpperCase() ??
  "";

export const handlers: ToolHandlers = {
  ...editHandlers,
  createDocument,
  copyDocument,
  exportDocument,
  searchDocuments,
  createFromMarkdown: async (args: { title?: string; markdown_text?: string }, { call }) =>
    toDocument(await importMarkdown(args.title ?? "", args.markdown_text ?? "", call)),
  updateFromMarkdown: async (args: { document_id?: string; new_markdown_text?: string }, { call }) => {
    const { data } = await call({
      method: "PATCH",
      path: `${UPLOAD}/${encodeURIComponent(args.document_id ?? "")}`,
      query: { uploadType: "media", supportsAllDrives: true, fields: FILE_FIELDS },
      headers: { "content-type": MARKDOWN },
      rawBody: args.new_markdown_text ?? "",
    });
    return toDocument(data);
  },
  listCharts: async (args: { spreadsheet_id?: string }, { call }) => ({
    charts: (await findCharts(args.spreadsheet_id, call)).map(({ sheet, chart }) => ({
      chart_id: chart.chartId,
      title: chart.spec?.title ?? "",
      kind: kindOf(chart),
      sheet_id: sheet.properties?.sheetId,
      sheet_title: sheet.properties?.title,
    })),
  }),
  getCharts: async (args: { spreadsheet_id?: string }, { call }) => ({
    charts: (await findCharts(args.spreadsheet_id, call)).map(({ sheet, chart }) => ({
      ...chart,
      sheetId: sheet.properties?.sheetId,
    })),
  }),
};
