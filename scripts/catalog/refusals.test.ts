/** Answers of much used providers that refuse with a success status, as their documentation shows them. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRefusals, refusalsByToolkit } from "@/lib/catalog/compile/sources/read-refusals";
import { failureInSuccess } from "@/lib/execution/answer/failure-in-success";
import { inRoot } from "../paths.mjs";

const toolkits = new Set(readdirSync(inRoot("toolkits")));
const rules = refusalsByToolkit(readRefusals(inRoot()), (slug) => toolkits.has(slug));
const failureOf = (slug: string, body: unknown) => failureInSuccess(body, rules.get(slug)?.failures);

describe("a refusal inside of a success", () => {
  it.each([
    ["slack", { ok: false, error: "missing_scope", needed: "search:read" }, "missing_scope: needs search:read"],
    [
      "reddit",
      { json: { errors: [["SUBREDDIT_NOEXIST", "that subreddit does not exist", "sr"]] } },
      "SUBREDDIT_NOEXIST",
    ],
    ["reddit", { jquery: [], success: false }, "refused without words"],
    ["linear", { data: { issueUpdate: { success: false } } }, "the mutation changed nothing"],
    ["salesforce", [{ success: false, errors: [{ message: "Required fields are missing" }] }], "Required fields"],
    [
      "salesforce",
      { compositeResponse: [{ httpStatusCode: 400, body: [{ message: "No such column" }], referenceId: "a" }] },
      "No such column",
    ],
    ["googlebigquery", { insertErrors: [{ index: 0, errors: [{ message: "no such field: age" }] }] }, "no such field"],
    ["figma", { err: "Render timeout", images: {} }, "Render timeout"],
    ["weathermap", { error: true, reason: "Latitude must be in range" }, "Latitude must be in range"],
    ["heygen", { error: { code: "not_found", message: "Video not found" }, data: null }, "Video not found"],
    ["google_maps", { status: "REQUEST_DENIED", error_message: "The key is not valid" }, "The key is not valid"],
    ["twitter", { errors: [{ title: "Not Found Error", detail: "Could not find user" }] }, "Could not find user"],
  ])("of %s is a failure in the provider's words", (slug, body, words) => {
    expect(failureOf(slug, body)).toContain(words);
  });

  it.each([
    ["reddit", { json: { errors: [], data: { id: "t3_1" } } }],
    ["linear", { data: { issueUpdate: { success: true } } }],
    [
      "salesforce",
      [
        { success: true, id: "a" },
        { success: false, errors: [{ message: "No" }] },
      ],
    ],
    ["salesforce", { records: [], totalSize: 0, done: true }],
    ["salesforce", { compositeResponse: [{ httpStatusCode: 201, body: { id: "a" } }] }],
    ["googlebigquery", { kind: "bigquery#tableDataInsertAllResponse" }],
    ["figma", { err: null, images: { "1:2": "https://images.example/a" } }],
    ["heygen", { error: null, data: { video_id: "a" } }],
  ])("of %s is none where a part worked or nothing is wrong", (slug, body) => {
    expect(failureOf(slug, body)).toBeUndefined();
  });
});

it("leaves the names of providers to the data: the executor has none", () => {
  const names = /\b(slack|telegram|github|salesforce|shopify|reddit|facebook|zoho|hubspot)\b/i;
  const filesWithNames = ["lib/execution/answer", "lib/execution/sending"].flatMap((folder) =>
    readdirSync(inRoot(folder))
      .filter((file) => !file.endsWith(".test.ts") && names.test(readFileSync(inRoot(folder, file), "utf8")))
      .map((file) => `${folder}/${file}`),
  );
  expect(filesWithNames).toEqual([]);
});
