/**
 * PUT and GET /api/v3/internal/patchbay/files/{ticket}/{filename}: the content of a file, for whoever has its signed
 * address.
 */
import { Readable } from "node:stream";
import { assertProjectLives } from "@/lib/access/projects/known-project";
import { filesApi } from "@/lib/files/contract";
import { isMountTicket, projectOfTicket } from "@/lib/files/signed-url";
import { openDownload } from "@/lib/files/stored-files";
import { receiveUpload } from "@/lib/files/uploads";
import { toDownloadHeaders } from "@/lib/files/wire";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { receiveMounted } from "@/lib/sessions/files/mounts";

export const PUT = defineRawRoute(filesApi.putFileContent, async (request, _caller, { params }) => {
  const length = request.headers.get("content-length");
  const ticket = params.ticket ?? "";
  await assertProjectLives(projectOfTicket(ticket));
  const body = (request.body ?? []) as unknown as AsyncIterable<Uint8Array>;
  const { md5 } = isMountTicket(ticket)
    ? await receiveMounted(ticket, body)
    : await receiveUpload(ticket, {
        body,
        mimetype: request.headers.get("content-type"),
        length: length === null ? null : Number(length),
      });
  return new Response(null, { status: 200, headers: { etag: `"${md5}"` } });
});

export const GET = defineRawRoute(filesApi.getFileContent, async (request, _caller, { params }) => {
  const ticket = params.ticket ?? "";
  await assertProjectLives(projectOfTicket(ticket));
  const file = await openDownload(ticket);
  const body =
    request.method === "HEAD" ? null : (Readable.toWeb(Readable.from(file.read())) as ReadableStream<Uint8Array>);
  return new Response(body, { headers: toDownloadHeaders(file) });
});
