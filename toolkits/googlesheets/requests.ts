/** Google Sheets tools that are one update request each: sheets, rows, columns, filters, formats, charts. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { cellBlock, type CellBlock } from "./a1";

type Values = Record<string, unknown>;

/**
 * Sends update requests
 * (https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/batchUpdate).
 */
export async function applyRequests(
  spreadsheetId: string | undefined,
  requests: Values[],
  { call }: HandlerTools,
  more: Values = {},
): Promise<Values> {
  const answer = await call({
    method: "POST",
    path: `/v4/spreadsheets/${encodeURIComponent(spreadsheetId ?? "")}:batchUpdate`,
    body: { requests, ...more },
  });
  return answer.data as Values;
}

/** The mask of a change: the given mask, else the properties that are there. */
const fieldsOf = (fields: string | undefined, properties: Values, except: string[] = []): string =>
  fields ||
  Object.keys(properties)
    .filter((name) => !except.includes(name))
    .join(",");

type Span = { sheet_id?: number; dimension?: string; start_index?: number; end_index?: number };

const toRange = ({ sheet_id, dimension, start_index, end_index }: Span): Values => ({
  sheetId: sheet_id,
  dimension,
  startIndex: start_index,
  endIndex: end_index,
});

/** The Sheets API refuses to inherit from before the first row or column. */
const insertOne =
  (dimension: "ROWS" | "COLUMNS"): ToolHandler =>
  (
    args: { spreadsheet_id?: string; sheet_id?: number; insert_index?: number; inherit_from_before?: boolean },
    tools,
  ) => {
    const start = args.insert_index ?? 0;
    const range = toRange({
      ...(args.sheet_id === undefined ? {} : { sheet_id: args.sheet_id }),
      dimension,
      start_index: start,
      end_index: start + 1,
    });
    return applyRequests(
      args.spreadsheet_id,
      [{ insertDimension: { range, inheritFromBefore: start > 0 && args.inherit_from_before === true } }],
      tools,
    );
  };

type FormatArguments = {
  spreadsheet_id?: string;
  worksheet_id?: number;
  range?: string;
  start_row_index?: number;
  end_row_index?: number;
  start_column_index?: number;
  end_column_index?: number;
  red?: number;
  green?: number;
  blue?: number;
  fontSize?: number;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
};

function formatBlock(args: FormatArguments, { fail }: HandlerTools): CellBlock {
  if (args.range)
    return cellBlock(args.range) ?? fail(`${JSON.stringify(args.range)} is not a block of cells. Write it as B2:C5.`);
  const { start_row_index: top, end_row_index: bottom, start_column_index: left, end_column_index: right } = args;
  if (top === undefined || bottom === undefined || left === undefined || right === undefined)
    return fail("The cells are not named. Give range, or all four indexes.");
  return { startRowIndex: top, endRowIndex: bottom, startColumnIndex: left, endColumnIndex: right };
}

const formatCell: ToolHandler = async (args: FormatArguments, tools) => {
  const { red, green, blue, fontSize, bold, italic, underline, strikethrough } = args;
  const text = Object.fromEntries(
    Object.entries({ fontSize, bold, italic, underline, strikethrough }).filter(([, value]) => value !== undefined),
  );
  const isColored = red !== undefined || green !== undefined || blue !== undefined;
  const fields = [
    ...(isColored ? ["userEnteredFormat.backgroundColor"] : []),
    ...Object.keys(text).map((name) => `userEnteredFormat.textFormat.${name}`),
  ];
  if (fields.length === 0) return tools.fail("There is nothing to format. Give a color, a font size or a text style.");
  const cell = {
    userEnteredFormat: {
      ...(isColored ? { backgroundColor: { red: red ?? 0, green: green ?? 0, blue: blue ?? 0 } } : {}),
      textFormat: text,
    },
  };
  return applyRequests(
    args.spreadsheet_id,
    [
      {
        repeatCell: {
          range: { sheetId: args.worksheet_id, ...formatBlock(args, tools) },
          cell,
          fields: fields.join(","),
        },
      },
    ],
    tools,
  );
};

type ChartArguments = {
  spreadsheet_id?: string;
  sheet_id?: number;
  chart_type?: string;
  data_range?: string;
  title?: string;
  subtitle?: string;
  x_axis_title?: string;
  y_axis_title?: string;
  legend_position?: string;
  background_red?: number;
  background_green?: number;
  background_blue?: number;
  chart_spec?: Values;
};

/** The color behind a chart; a part that is not given is none of that color. */
function backgroundOf({ background_red: red, background_green: green, background_blue: blue }: ChartArguments): Values {
  if ([red, green, blue].every((part) => part === undefined)) return {};
  return { backgroundColorStyle: { rgbColor: { red: red ?? 0, green: green ?? 0, blue: blue ?? 0 } } };
}

/** The first column contains the labels, each other column is a series; a pie has one series. */
function chartSpec(args: ChartArguments, block: CellBlock): Values {
  const column = (index: number): Values => ({
    sourceRange: {
      sources: [{ sheetId: args.sheet_id, ...block, startColumnIndex: index, endColumnIndex: index + 1 }],
    },
  });
  const titles = {
    ...(args.title ? { title: args.title } : {}),
    ...(args.subtitle ? { subtitle: args.subtitle } : {}),
    ...backgroundOf(args),
  };
  const labels = column(block.startColumnIndex);
  const legendPosition = args.legend_position ?? "BOTTOM_LEGEND";
  if (args.chart_type === "PIE")
    return { ...titles, pieChart: { legendPosition, domain: labels, series: column(block.startColumnIndex + 1) } };
  const columns = Array.from({ length: block.endColumnIndex - block.startColumnIndex - 1 }, (_, index) =>
    column(block.startColumnIndex + 1 + index),
  );
  const axis = [
    ...(args.x_axis_title ? [{ position: "BOTTOM_AXIS", title: args.x_axis_title }] : []),
    ...(args.y_axis_title ? [{ position: "LEFT_AXIS", title: args.y_axis_title }] : []),
  ];
  // Bars lie: their values run along the bottom.
  const targetAxis = args.chart_type === "BAR" ? "BOTTOM_AXIS" : "LEFT_AXIS";
  const series = columns.map((source, index) => ({
    series: source,
    targetAxis,
    ...(args.chart_type === "COMBO" ? { type: index === 0 ? "COLUMN" : "LINE" } : {}),
  }));
  return {
    ...titles,
    basicChart: {
      chartType: args.chart_type,
      legendPosition,
      axis,
      domains: [{ domain: labels }],
      series,
      headerCount: 1,
    },
  };
}

const createChart: ToolHandler = async (args: ChartArguments, tools) => {
  const block =
    cellBlock(args.data_range ?? "") ??
    tools.fail(`${JSON.stringify(args.data_range)} is not a block of cells. Write it as A1:C10.`);
  if (!args.chart_spec && block.endColumnIndex - block.startColumnIndex < 2)
    return tools.fail("The range has one column. Give one for the labels and at least one for the values.");
  const anchor = { sheetId: args.sheet_id, rowIndex: block.startRowIndex, columnIndex: block.endColumnIndex + 1 };
  return applyRequests(
    args.spreadsheet_id,
    [
      {
        addChart: {
          chart: {
            spec: args.chart_spec ?? chartSpec(args, block),
            position: { overlayPosition: { anchorCell: anchor } },
          },
        },
      },
    ],
    tools,
  );
};

type SheetChange = { spreadsheetId?: string; updateSheetProperties?: { properties?: Values; fields?: string } };

export const requestHandlers: ToolHandlers = {
  addSheet: (args: { spreadsheetId?: string; properties?: Values; includeSpreadsheetInResponse?: boolean }, tools) =>
    applyRequests(
      args.spreadsheetId,
      [{ addSheet: { properties: args.properties ?? {} } }],
      tools,
      args.includeSpreadsheetInResponse ? { includeSpreadsheetInResponse: true } : {},
    ),
  updateSheetProperties: (args: SheetChange, tools) => {
    const { properties = {}, fields } = args.updateSheetProperties ?? {};
    return applyRequests(
      args.spreadsheetId,
      [{ updateSheetProperties: { properties, fields: fieldsOf(fields, properties, ["sheetId"]) } }],
      tools,
    );
  },
  updateSpreadsheetProperties: (args: { spreadsheetId?: string; properties?: Values; fields?: string }, tools) =>
    applyRequests(
      args.spreadsheetId,
      [
        {
          updateSpreadsheetProperties: {
            properties: args.properties,
            fields: fieldsOf(args.fields, args.properties ?? {}),
          },
        },
      ],
      tools,
    ),
  deleteSheet: (args: { spreadsheetId?: string; sheet_id?: number }, tools) =>
    applyRequests(args.spreadsheetId, [{ deleteSheet: { sheetId: args.sheet_id } }], tools),
  appendDimension: (args: Span & { spreadsheet_id?: string; length?: number }, tools) =>
    applyRequests(
      args.spreadsheet_id,
      [{ appendDimension: { sheetId: args.sheet_id, dimension: args.dimension, length: args.length } }],
      tools,
    ),
  insertDimension: (
    args: { spreadsheet_id?: string; insert_dimension?: { range?: Span; inherit_from_before?: boolean } },
    tools,
  ) =>
    applyRequests(
      args.spreadsheet_id,
      [
        {
          insertDimension: {
            range: toRange(args.insert_dimension?.range ?? {}),
            inheritFromBefore: args.insert_dimension?.inherit_from_before ?? false,
          },
        },
      ],
      tools,
    ),
  deleteDimension: (args: Span & { spreadsheet_id?: string }, tools) =>
    applyRequests(args.spreadsheet_id, [{ deleteDimension: { range: toRange(args) } }], tools),
  createRow: insertOne("ROWS"),
  createColumn: insertOne("COLUMNS"),
  setBasicFilter: (args: { spreadsheet_id?: string; filter?: Values }, tools) =>
    applyRequests(args.spreadsheet_id, [{ setBasicFilter: { filter: args.filter } }], tools),
  clearBasicFilter: (args: { spreadsheet_id?: string; sheet_id?: number }, tools) =>
    applyRequests(args.spreadsheet_id, [{ clearBasicFilter: { sheetId: args.sheet_id } }], tools),
  formatCell,
  createChart,
};
