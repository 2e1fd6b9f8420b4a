/** A new workbook as the bytes of an .xlsx file: Office Open XML (ECMA-376) in a ZIP of stored files. */
import { crc32 } from "node:zlib";

export type Sheet = { name: string; data?: unknown[][] };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** XML 1.0 has no place for most control characters. */
const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** Excel takes 31 characters and none of []:*?/\ in a sheet's name. */
const sheetName = (name: string, index: number): string =>
  name
    .replace(/[[\]:*?/\\]/g, " ")
    .trim()
    .slice(0, 31) || `Sheet${index + 1}`;

function toCell(value: unknown): string {
  if (value === null || value === undefined) return "<c/>";
  if (typeof value === "number" && Number.isFinite(value)) return `<c><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const sheetXml = ({ data = [] }: Sheet): string =>
  `${XML}<worksheet ` +
  `xmlns="${MAIN}"><sheetData>${data.map((row) => `<row>${row.map(toCell).join("")}</row>`).join("")}</sheetData></worksheet>`;

function parts(sheets: Sheet[]): [name: string, text: string][] {
  const each = (make: (number: number, sheet: Sheet) => string): string =>
    sheets.map((sheet, index) => make(index + 1, sheet)).join("");
  return [
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
        `ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ` +
        `PartName="/xl/workbook.xml" ` +
        `ContentType="${CONTENT}.sheet.main+xml"/>` +
        each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${CONTENT}.worksheet+xml"/>`) +
        "</Types>",
    ],
    [
      "_rels/.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
        `Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" ` +
        `xmlns:r="${OFFICE}"><sheets>` +
        each((n, sheet) => `<sheet name="${escaped(sheetName(sheet.name, n - 1))}" sheetId="${n}" r:id="rId${n}"/>`) +
        "</sheets></workbook>",
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${XML}<Relationships ` +
        `xmlns="${PACKAGE}/relationships">` +
        each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`) +
        "</Relationships>",
    ],
    ...sheets.map((sheet, index): [string, string] => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
  ];
}

/** The fields that a file's local header and its entry in the directory share (APPNOTE.TXT 4.3.7 and 4.3.12). */
function facts(name: Buffer, content: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x0800, 2);
  // 1980-01-01, the first date of the format: the same arguments give the same bytes.
  header.writeUInt16LE(0x0021, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function zip(files: [name: string, text: string][]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, text] of files) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const shared = facts(name, content);
    const body = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, name, content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), shared, place, name]));
    bodies.push(body);
    offset += body.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directoryBytes, end]);
}

/** Text stays text, also where it looks like a formula. */
export const toWorkbook = (sheets: Sheet[]): Buffer => zip(parts(sheets));
