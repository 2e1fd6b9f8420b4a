/** Bitbucket's composite tools against a stand-in that remembers what it was asked. */
import { expect, it } from "vitest";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);

it("writes the files of a snippet into a form, and names those to delete", async () => {
  const { result, requests } = run("updateSnippet", {
    workspace: "acme",
    encoded_id: "kypj",
    node_id: "abc",
    files: [{ name: "a.py", content: "print(1)\n" }],
    delete_files: ["b.py"],
  });
  await result;
  const [request] = requests;
  expect(request).toMatchObject({ method: "PUT", path: "/snippets/acme/kypj/abc" });
  const boundary = request?.headers?.["content-type"]?.split("boundary=")[1] ?? "";
  expect(String(request?.rawBody).split(`--${boundary}`)).toEqual([
    "",
    '\r\ncontent-disposition: form-data; name="file"; filename="a.py"\r\ncontent-type: text/plain\r\n\r\nprint(1)\n\r\n',
    '\r\ncontent-disposition: form-data; name="files"\r\n\r\nb.py\r\n',
    "--\r\n",
  ]);
});

it("writes JSON without files, where null removes a title", async () => {
  const { result, requests } = run("updateSnippet", { workspace: "{uuid}", encoded_id: "k", title: "" });
  await result;
  expect(requests).toEqual([{ method: "PUT", path: "/snippets/%7Buuid%7D/k", body: { title: null } }]);
});

it("refuses an update of nothing", () =>
  expect(run("updateSnippet", { workspace: "acme", encoded_id: "k" }).result).rejects.toThrow("Name what changes"));

it("creates a snippet under the account, or in a workspace", async () => {
  for (const [workspace, path] of [
    [undefined, "/snippets"],
    ["acme", "/snippets/acme"],
  ]) {
    const { result, requests } = run("createSnippet", { workspace, title: "T", is_private: true });
    await result;
    expect(requests).toEqual([{ method: "POST", path, body: { title: "T", is_private: true } }]);
  }
});
