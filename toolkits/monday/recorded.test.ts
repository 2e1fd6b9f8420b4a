/** monday.com's writes by a value and its files against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

const files = { plan: { name: "plan.pdf", mimetype: "application/pdf", bytes: Buffer.from("plan") } };
let monday: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: monday.baseUrl }), { files });

beforeAll(async () => {
  monday = await startRecordedProvider();
});
afterAll(() => monday.close());

type GraphRequest = { query: string; variables: Record<string, unknown> };
const lastRequest = () => monday.requests.at(-1)?.json as unknown as GraphRequest;
const answerWith = (items: object[]) =>
  monday.answerWith(({ json }) => {
    const field = /\{ (\w+)\(/.exec((json as unknown as GraphRequest).query)?.[1] ?? "";
    return { body: { data: { [field]: field.startsWith("items_page") ? { items, cursor: null } : { id: "9" } } } };
  });

it("changes the only item with a value, or creates it", async () => {
  answerWith([{ id: "1", name: "Ada" }]);
  const args = {
    board_id: "5",
    match_column_id: "email",
    match_value: "ada@x.dev",
    item_name: "Ada L.",
    column_values: { n: 1 },
  };
  expect(await run("upsertItem", args)).toEqual({ created: false, item: { id: "9" } });
  expect(monday.requests[0]?.json).toMatchObject({
    variables: { columns: [{ column_id: "email", column_values: ["ada@x.dev"] }] },
  });
  expect(lastRequest().variables).toMatchObject({
    item_id: "1",
    column_values: JSON.stringify({ n: 1, email: "ada@x.dev", name: "Ada L." }),
  });
  answerWith([]);
  expect(await run("upsertItem", { board_id: "5", match_value: "Bob" })).toEqual({ created: true, item: { id: "9" } });
  expect(lastRequest().variables).toMatchObject({ item_name: "Bob" });
  answerWith([
    { id: "1", name: "Bob" },
    { id: "2", name: "Bob" },
  ]);
  await expect(run("upsertItem", { board_id: "5", match_value: "Bob" })).rejects.toThrow(/Bob \(1\), Bob \(2\)/);
});

it("adds a file to a column, or to an update whose text stays where the file is refused", async () => {
  monday.answerWith(() => ({ body: { data: { add_file_to_column: { id: "7" } } } }));
  expect(await run("uploadFile", { item_id: "1", column_id: "files", file: "plan" })).toEqual({ asset: { id: "7" } });
  const [upload] = monday.requests;
  const form = await new Response(upload?.bytes as BodyInit, {
    headers: { "content-type": String(upload?.headers["content-type"]) },
  }).formData();
  expect(JSON.parse(String(form.get("variables")))).toEqual({ item_id: "1", column_id: "files" });
  expect((form.get("file") as File).name).toBe("plan.pdf");
  monday.answerWith(({ path }) =>
    path === "/v2/file"
      ? { status: 413, body: { error_message: "Too large" } }
      : { body: { data: { create_update: { id: "3" } } } },
  );
  const answer = await run("uploadFile", { item_id: "1", file: "plan" });
  expect(answer).toMatchObject({ update_id: "3", problems: [expect.stringContaining("Too large")] });
});

it("runs the caller's own operation, and keeps the errors beside what came", async () => {
  const body = { data: { boards: [{ id: "1" }], me: null }, errors: [{ message: "No access" }] };
  monday.answerWith(() => ({ body }));
  expect(await run("runGraphql", { query: "{ boards { id } me { id } }" })).toEqual(body);
});
