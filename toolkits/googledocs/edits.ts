/** Google Docs tools that are one update request each: text, images, tables, lists, headers, named ranges. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;
/** The reference names the document in two ways. */
type Document = { document_id?: string; documentId?: string };

/** Sends update requests (https://developers.google.com/workspace/docs/api/reference/rest/v1/documents/batchUpdate). */
export async function applyEdits(document: Document, requests: Values[], { call }: HandlerTools): Promise<Values> {
  const { data } = await call({
    method: "POST",
    path: `/v1/documents/${encodeURIComponent(document.document_id ?? document.documentId ?? "")}:batchUpdate`,
    body: { requests },
  });
  return data as Values;
}

/** A tool that is one request, which `build` makes of the arguments. */
const edit =
  (build: (args: Document & Values) => Values): ToolHandler =>
  (args: Document & Values, tools) =>
    applyEdits(args, [build(args)], tools);

const definedValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** A position, or the end of the body (or of a segment). */
const place = (location: unknown, end: Values = {}): Values =>
  location === undefined ? { endOfSegmentLocation: definedValues(end) } : { location };

/** The mask of a change: the given mask, else the properties that are there. */
const fieldsOf = (fields: unknown, properties: unknown): unknown =>
  fields ?? Object.keys((properties ?? {}) as Values).join(",");

const section = (location: unknown, type: unknown): Values =>
  definedValues({ type: type ?? "DEFAULT", sectionBreakLocation: location });

const toLocation = (index: unknown, segmentId?: unknown, tabId?: unknown): Values | undefined =>
  index === undefined ? undefined : definedValues({ index, segmentId, tabId });

export const editHandlers: ToolHandlers = {
  applyEdits: (args: Document & { editDocs?: Values[] }, tools) => applyEdits(args, args.editDocs ?? [], tools),
  insertText: edit((args) => ({
    insertText: {
      text: args.text_to_insert,
      ...place(toLocation(args.insertion_index, args.segment_id, args.tab_id), {
        segmentId: args.segment_id,
        tabId: args.tab_id,
      }),
    },
  })),
  replaceAllText: edit((args) => ({
    replaceAllText: {
      replaceText: args.replace_text,
      containsText: definedValues({
        text: args.find_text,
        matchCase: args.match_case ?? true,
        searchByRegex: args.search_by_regex,
      }),
      ...(args.tab_ids === undefined ? {} : { tabsCriteria: { tabIds: args.tab_ids } }),
    },
  })),
  deleteContentRange: edit(({ range }) => ({ deleteContentRange: { range } })),
  insertInlineImage: edit(({ uri, location, objectSize }) => ({
    insertInlineImage: definedValues({ uri, objectSize, ...place(location) }),
  })),
  replaceImage: edit((args) => ({
    replaceImage: { imageReplaceMethod: "CENTER_CROP", ...(args.replace_image as Values) },
  })),
  insertPageBreak: edit(({ location, insertPageBreak }) => ({ insertPageBreak: insertPageBreak ?? place(location) })),
  insertTable: edit(({ rows, columns, index, segmentId, tabId, insertAtEndOfSegment }) => ({
    insertTable: {
      rows,
      columns,
      ...place(insertAtEndOfSegment ? undefined : toLocation(index, segmentId, tabId), { segmentId, tabId }),
    },
  })),
  insertTableColumn: edit(({ tableCellLocation, insertRight }) => ({
    insertTableColumn: { tableCellLocation, insertRight: insertRight ?? true },
  })),
  insertTableRow: edit(({ tableCellLocation, insertBelow }) => ({
    insertTableRow: { tableCellLocation, insertBelow: insertBelow ?? true },
  })),
  deleteTableColumn: edit(({ tableCellLocation }) => ({ deleteTableColumn: { tableCellLocation } })),
  deleteTableRow: edit(({ tableCellLocation }) => ({ deleteTableRow: { tableCellLocation } })),
  deleteTable: edit((args) => ({
    deleteContentRange: {
      range: definedValues({
        startIndex: args.table_start_index,
        endIndex: args.table_end_index,
        segmentId: args.segment_id,
        tabId: args.tab_id,
      }),
    },
  })),
  unmergeTableCells: edit(({ tableRange }) => ({ unmergeTableCells: { tableRange } })),
  updateTableRowStyle: edit((args) => {
    const change = args.updateTableRowStyle as Values;
    return { updateTableRowStyle: { ...change, fields: fieldsOf(change.fields, change.tableRowStyle) } };
  }),
  updateDocumentStyle: edit((args) => ({
    updateDocumentStyle: definedValues({
      documentStyle: args.document_style,
      fields: fieldsOf(args.fields, args.document_style),
      tabId: args.tab_id,
    }),
  })),
  createParagraphBullets: edit((args) => ({ createParagraphBullets: args.createParagraphBullets })),
  deleteParagraphBullets: edit((args) => ({
    deleteParagraphBullets: { range: definedValues({ tabId: args.tab_id, ...(args.range as Values) }) },
  })),
  createHeader: edit(({ type, sectionBreakLocation, createHeader }) => ({
    createHeader: createHeader ?? section(sectionBreakLocation, type),
  })),
  createFooter: edit((args) => ({ createFooter: section(args.section_break_location, args.type) })),
  deleteHeader: edit((args) => ({ deleteHeader: definedValues({ headerId: args.header_id, tabId: args.tab_id }) })),
  deleteFooter: edit((args) => ({ deleteFooter: definedValues({ footerId: args.footer_id, tabId: args.tab_id }) })),
  createFootnote: edit(({ location, endOfSegmentLocation }) => ({
    createFootnote: place(location, endOfSegmentLocation as Values | undefined),
  })),
  createNamedRange: edit((args) => ({
    createNamedRange: {
      name: args.name,
      range: definedValues({
        startIndex: args.rangeStartIndex,
        endIndex: args.rangeEndIndex,
        segmentId: args.rangeSegmentId,
        tabId: args.rangeTabId,
      }),
    },
  })),
  deleteNamedRange: edit((args) => ({ deleteNamedRange: args.deleteNamedRange })),
};
