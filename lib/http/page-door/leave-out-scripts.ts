/**
 * Pages that are only read arrive without Next's scripts, which are 130 kB before any of ours: links, headings and code
 * work without them, and the script of the documentation itself stays.
 */
import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { READ_ONLY_SCRIPT } from "@/lib/contract/display/read-only-script";

/** The documentation, unless a reader asked for the form that tries an operation. */
const isRead = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "GET" && /^\/docs(?:[/?]|$)/.test(url) && !/[?&]try\b/.test(url);

const SCRIPTS = /<script\b([^>]*)>[^]*?<\/script>/g;
const LOADED_BEFORE = /<link\b[^>]*\bas="script"[^>]*>/g;

const withoutScripts = (html: string): string =>
  html
    .replace(SCRIPTS, (tag: string, attributes: string) =>
      attributes.includes(`src="${READ_ONLY_SCRIPT}"`) ? tag : "",
    )
    .replace(LOADED_BEFORE, "");

const isHtml = (type: OutgoingHttpHeader | undefined): boolean => String(type).startsWith("text/html");

type Head = [status: number, ...rest: unknown[]];

/** Takes over what `writeHead` would send: a head that is written can't be changed. */
function keepHead(response: ServerResponse, [status, ...rest]: Head): ServerResponse {
  response.statusCode = status;
  if (typeof rest[0] === "string") response.statusMessage = rest.shift() as string;
  const headers = rest[0] as Record<string, OutgoingHttpHeader | undefined> | undefined;
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) response.setHeader(name, value);
  return response;
}

/** Sends the whole response with the head that was kept. */
function send(response: ServerResponse, whole: Buffer, takesGzip: boolean): ServerResponse {
  const { writeHead, end } = ServerResponse.prototype;
  Object.assign(response, { writeHead, end });
  if (whole.length === 0) return response.end();
  // Next draws the pages of errors by its scripts.
  const isPage = response.statusCode < 400 && isHtml(response.getHeader("content-type"));
  const text = isPage ? Buffer.from(withoutScripts(whole.toString())) : whole;
  const body = takesGzip ? gzipSync(text) : text;
  if (takesGzip) response.setHeader("content-encoding", "gzip");
  response.setHeader("vary", [response.getHeader("vary") ?? [], "accept-encoding"].flat().join(", "));
  response.setHeader("content-length", body.length);
  return response.end(body);
}

function confirm(callback: unknown): boolean {
  if (typeof callback === "function") process.nextTick(callback as () => void);
  return true;
}

/** Changes a response before Next writes it. Other requests are not touched. */
export function leaveOutScripts(request: IncomingMessage, response: ServerResponse): void {
  if (!isRead(request)) return;
  const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  // Next would compress the page before it can be changed.
  delete request.headers["accept-encoding"];
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === "string")
      chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  Object.assign(response, {
    flushHeaders: () => undefined,
    writeHead: (...head: Head) => keepHead(response, head),
    write: (chunk: unknown, encoding?: unknown, callback?: unknown): boolean => {
      keep(chunk, encoding);
      return confirm(callback ?? encoding);
    },
    end: (...parts: unknown[]): ServerResponse => {
      const [chunk, encoding] = parts;
      const callback = parts.find((part) => typeof part === "function");
      if (callback) response.once("finish", callback as () => void);
      keep(chunk, encoding);
      return send(response, Buffer.concat(chunks), takesGzip);
    },
  });
}
