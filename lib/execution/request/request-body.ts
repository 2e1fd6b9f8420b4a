/** The body of a tool's request: JSON, form, multipart, text or bytes. */
import { randomBytes } from "node:crypto";
import type { BodyField, RequestBody } from "@/lib/catalog/tool-request";
import { writeJson } from "@/lib/kernel/json/write-json";
import type { StreamedBody } from "@/lib/kernel/outbound/outbound-request";
import { isObject } from "@/lib/kernel/text/is-object";
import { setInside } from "@/lib/kernel/text/set-inside";
import { fillTemplate } from "./fill-template";
import { deepPairs, plainText, queryPairs, type Pair } from "./parameter-styles";

export type EncodedBody = { body: string | Uint8Array | StreamedBody; contentType: string };

type Arguments = Readonly<Record<string, unknown>>;

/** The content of a file argument. */
export type FileContent = { name: string; mimetype: string; bytes: Uint8Array | StreamedBody };
/** By argument name; several for a list of files. */
export type Files = ReadonlyMap<string, FileContent | readonly FileContent[]>;

export const joinPairs = (pairs: readonly Pair[]): string => pairs.map(([name, value]) => `${name}=${value}`).join("&");

const presentFields = (fields: readonly BodyField[], args: Arguments): BodyField[] =>
  fields.filter((field) => args[field.key] !== undefined);

/** The pairs of one form field: nested values as `a[b]=c`, unless the field defines another form. */
function formPairs(field: BodyField, value: unknown): Pair[] {
  if (field.as === "json") return queryPairs({ name: field.name, json: true }, value);
  if (field.as === "csv") return queryPairs({ name: field.name, explode: false }, value);
  const nested =
    value !== null &&
    typeof value === "object" &&
    (!Array.isArray(value) || value.some((item) => item !== null && typeof item === "object"));
  return field.as === "deepObject" || nested ? deepPairs(field.name, value) : queryPairs({ name: field.name }, value);
}

/** A body as query pairs, for methods that have no body (RFC 9110, 9.3.1). */
export function bodyAsQuery(body: RequestBody, args: Arguments): Pair[] {
  if (body.mode === "flat")
    return presentFields(body.fields, args).flatMap((field) => formPairs(field, args[field.key]));
  const value = args[body.key];
  if (!isObject(value)) return value === undefined ? [] : queryPairs({ name: body.key }, value);
  return Object.entries(value).flatMap(([name, item]) => formPairs({ key: name, name }, item));
}

/** Escapes quotes and line breaks, which would end the header, as the HTML standard does. */
const quoted = (text: string): string =>
  text
    .toWellFormed()
    .replace(/"/g, "%22")
    .replace(/\r\n|\r|\n/g, "%0D%0A");

/** Joins pieces into one body, which is streamed if a piece is. Neighboring texts become one piece. */
function joinChunks(pieces: readonly (string | Uint8Array | StreamedBody)[]): Uint8Array | StreamedBody {
  const chunks: (Uint8Array | StreamedBody)[] = [];
  let texts: string[] = [];
  for (const piece of [...pieces, new Uint8Array()])
    if (typeof piece === "string") texts.push(piece);
    else {
      chunks.push(Buffer.from(texts.join("")), piece);
      texts = [];
    }
  const binaryChunks = chunks.filter((chunk) => chunk instanceof Uint8Array);
  if (binaryChunks.length === chunks.length) return Buffer.concat(binaryChunks);
  return {
    byteLength: chunks.reduce((sum, { byteLength }) => sum + byteLength, 0),
    read: async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Uint8Array) yield chunk;
        else yield* chunk.read();
      }
    },
  };
}

/** A multipart form (RFC 7578). */
function multipart(fields: readonly BodyField[], args: Arguments, files: Files): EncodedBody {
  const boundary = `patchbay-${randomBytes(16).toString("hex")}`;
  const chunks: (string | Uint8Array | StreamedBody)[] = [];
  const part = (name: string, head: string, content: string | FileContent["bytes"]) =>
    chunks.push(
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${head}\r\n\r\n`,
      content,
      "\r\n",
    );
  for (const field of presentFields(fields, args)) {
    const value = args[field.key];
    const contents = files.get(field.key);
    if (contents)
      for (const file of [contents].flat())
        part(
          field.name,
          `; filename="${quoted(file.name)}"\r\ncontent-type: ${file.mimetype.replace(/[^\x21-\x7e ]/g, "")}`,
          file.bytes,
        );
    else if (
      Array.isArray(value) &&
      field.as === undefined &&
      value.every((item) => item === null || typeof item !== "object")
    )
      for (const item of value) part(field.name, "", plainText(item));
    else if (field.as === "deepObject" && value !== null && typeof value === "object")
      for (const [name, text] of deepPairs(field.name, value, true, String)) part(name, "", text);
    else
      part(
        field.name,
        value !== null && typeof value === "object" && field.as === "json" ? "\r\ncontent-type: application/json" : "",
        plainText(value),
      );
  }
  chunks.push(`--${boundary}--\r\n`);
  return { body: joinChunks(chunks), contentType: `multipart/form-data; boundary=${boundary}` };
}

/** The object of a JSON body. `extra` goes to its top, also where the members stand in an object of their own. */
function jsonObject(fields: readonly BodyField[], args: Arguments, wrap: string | undefined, extra: Arguments = {}) {
  const rest = wrap === undefined ? undefined : args[wrap];
  // `fromEntries` makes an argument named __proto__ an ordinary property.
  const object = Object.fromEntries([
    ...Object.entries(isObject(rest) ? rest : {}),
    ...fields.filter((field) => field.as !== "inside").map((field): [string, unknown] => [field.name, args[field.key]]),
    ...(wrap === undefined ? Object.entries(extra) : []),
  ]);
  const set = setInside(object);
  for (const field of fields) if (field.as === "inside") set(field.name.split("."), args[field.key]);
  return wrap === undefined ? object : { [wrap]: object, ...extra };
}

function flatBody(
  body: Extract<RequestBody, { mode: "flat" }>,
  args: Arguments,
  files: Files,
  extra: Arguments | undefined,
): EncodedBody | undefined {
  if (body.template !== undefined) {
    const value = fillTemplate(body.template, args);
    const whole = extra && isObject(value) ? { ...extra, ...value } : value;
    return { body: writeJson(whole), contentType: body.contentType };
  }
  const fields = presentFields(body.fields, args);
  const isEmpty = fields.length === 0 && (body.wrap === undefined || args[body.wrap] === undefined);
  if (isEmpty && !body.required && !extra) return undefined;
  if (/multipart/i.test(body.contentType)) return multipart(fields, args, files);
  if (/urlencoded/i.test(body.contentType)) {
    const more = Object.entries(extra ?? {}).flatMap(([name, value]) => formPairs({ key: name, name }, value));
    return {
      body: joinPairs([...fields.flatMap((field) => formPairs(field, args[field.key])), ...more]),
      contentType: body.contentType,
    };
  }
  const object = { ...jsonObject(fields, args, body.wrap, extra), ...body.fixed };
  return { body: writeJson(object), contentType: body.contentType };
}

/**
 * Encodes the body of a request; undefined if there is nothing to send.
 * @param extra top-level fields added to a JSON or form body (`custom_auth_params.body`)
 */
export function encodeBody(
  body: RequestBody,
  args: Arguments,
  files: Files,
  extra?: Arguments,
): EncodedBody | undefined {
  if (body.mode === "flat") return flatBody(body, args, files, extra);
  const value = args[body.key];
  if (value === undefined) return undefined;
  const { contentType } = body;
  switch (body.mode) {
    case "json":
      return {
        body: writeJson(extra && isObject(value) ? { ...value, ...extra } : value),
        contentType,
      };
    case "form": {
      return {
        body: isObject(value)
          ? joinPairs(Object.entries(value).flatMap(([name, item]) => formPairs({ key: name, name }, item)))
          : plainText(value),
        contentType,
      };
    }
    case "text":
      return { body: plainText(value), contentType };
    case "file": {
      const [file] = [files.get(body.key) ?? []].flat();
      return file
        ? { body: file.bytes, contentType: file.mimetype || contentType }
        : { body: plainText(value), contentType };
    }
  }
}
