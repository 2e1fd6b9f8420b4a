/** Exports and imports of projects by their routes, and archives as tools of others write them. */
import { gunzipSync, gzipSync } from "node:zlib";
import { extract, pack, type Header } from "tar-stream";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";

const routes = (
  await Promise.all([
    import("@/app/api/v3/internal/patchbay/project/export/route"),
    import("@/app/api/v3/internal/patchbay/project/import/route"),
    import("@/app/api/v3/trigger_instances/manage/[triggerId]/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);
const door = createApiRouter(routes);

export type Credential = Record<string, string>;
export type Report = {
  check: boolean;
  changes: { file: string; created: number; updated: number; unchanged: number; left_out: number }[];
  to_do: { file: string; from: string; id: string | null; text: string }[];
  to_do_total: number;
  error?: { message: string; errors?: string[]; suggested_fix?: string; slug?: string };
};

export const send = (credential: Credential, method: string, path: string, body?: Uint8Array | string) =>
  door.fetch(
    new Request(`http://localhost:3000/api/v3${path}`, {
      method,
      headers: { origin: "http://localhost:3000", ...credential },
      ...(body !== undefined && { body: typeof body === "string" ? body : new Uint8Array(body) }),
    }),
  );

/** The bytes of an export. */
export async function exportProject(credential: Credential): Promise<Buffer> {
  const answer = await send(credential, "GET", "/internal/patchbay/project/export");
  if (answer.status !== 200) throw new Error(await answer.text());
  return Buffer.from(await answer.arrayBuffer());
}

export async function importProject(
  credential: Credential,
  archive: Uint8Array,
  query = "",
): Promise<{ status: number; body: Report }> {
  const answer = await send(credential, "POST", `/internal/patchbay/project/import${query}`, archive);
  return { status: answer.status, body: (await answer.json()) as Report };
}

type Entry = [name: string, content: unknown, more?: Partial<Header>];

/** An archive with these entries; contents that are no text are written as JSON. */
export async function packEntries(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const [name, content, more] of entries)
    tar.entry({ name, ...more }, typeof content === "string" ? content : JSON.stringify(content));
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}

type Item = Record<string, unknown>;
type File = Record<string, unknown> & { items: Item[] };
/** By name; tests read and change them. */
export type Files = Record<string, File>;

/** The files of an archive, parsed. */
export async function unpack(archive: Uint8Array): Promise<Files> {
  const tar = extract();
  tar.end(gunzipSync(archive));
  const files: Files = {};
  for await (const entry of tar) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk);
    files[entry.header.name] = JSON.parse(Buffer.concat(chunks).toString("utf8")) as File;
  }
  return files;
}

export const packFiles = (files: Files): Promise<Buffer> => packEntries(Object.entries(files));
