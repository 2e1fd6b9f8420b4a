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

it("commits files and deletions by their paths, also one that is named like a field of the form", async () => {
  const { result, requests } = run("createCommit", {
    workspace: "acme",
    repo_slug: "site",
    branch: "main",
    contents: [{ path: "message", content: "hi" }],
    files: ["old/a.txt"],
  });
  await result;
  const [request] = requests;
  expect(request).toMatchObject({ method: "POST", path: "/repositories/acme/site/src" });
  const boundary = request?.headers?.["content-type"]?.split("boundary=")[1] ?? "";
  expect(String(request?.rawBody).split(`--${boundary}`).slice(1, -1)).toEqual([
    '\r\ncontent-disposition: form-data; name="branch"\r\n\r\nmain\r\n',
    '\r\ncontent-disposition: form-data; name="/message"\r\n\r\nhi\r\n',
    '\r\ncontent-disposition: form-data; name="files"\r\n\r\n/old/a.txt\r\n',
  ]);
});

it("refuses a commit of nothing", () =>
  expect(run("createCommit", { workspace: "acme", repo_slug: "site" }).result).rejects.toThrow("Name what the commit"));
