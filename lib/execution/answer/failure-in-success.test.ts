/** Failures inside a 200: what many providers write, and the rules of `toolkits/refusals.yaml`. */
import { describe, expect, it } from "vitest";
import { readProjectToolkits } from "@/test/catalog/project-toolkits";
import { failureInSuccess } from "./failure-in-success";

const rules = new Map(readProjectToolkits().toolkits.map((toolkit) => [toolkit.slug, toolkit.refusals?.failures]));
const findFailure = (toolkit: string, body: unknown) => failureInSuccess(body, rules.get(toolkit));

describe("a success status with a failure inside", () => {
  it.each([
    ["fixer", { success: false, error: { code: 101, type: "invalid_access_key", info: "No key." } }, "No key."],
    ["eversign", { success: false, error: { code: 100, type: "invalid_business" } }, "invalid_business"],
    ["zerobounce", { error: "Invalid API key" }, "Invalid API key"],
    ["neverbounce", { status: "auth_failure", message: "Wrong key.", execution_time: 3 }, "Wrong key."],
    ["neverbounce", { status: "temp_unavail", execution_time: 3 }, "temp_unavail"],
    ["alpha_vantage", { "Error Message": "Invalid API call." }, "Invalid API call."],
    ["alpha_vantage", { Information: "The limit is 25 requests a day." }, "The limit is 25 requests a day."],
    ["alpha_vantage", { Note: "Five calls a minute." }, "Five calls a minute."],
    [
      "api_sports",
      { errors: { token: "Missing application key." }, results: 0, response: [] },
      "token: Missing application key.",
    ],
    ["twelve_data", { code: 401, message: "apikey is wrong", status: "error" }, "apikey is wrong"],
    ["google_maps", { status: "REQUEST_DENIED", error_message: "Not enabled.", results: [] }, "Not enabled."],
    ["pushover", { status: 0, errors: ["user identifier is invalid"], user: "invalid" }, "user identifier is invalid"],
    [
      "baselinker",
      { status: "ERROR", error_code: "ERROR_UNKNOWN_METHOD", error_message: "No such method" },
      "No such method",
    ],
    ["vonage", { messages: [{ status: "2", "error-text": "Missing to" }] }, "Missing to"],
    ["zoho", { data: [{ code: "INVALID_DATA", status: "error", message: "invalid data" }] }, "invalid data"],
    ["zoho_books", { code: 1002, message: "Invoice does not exist." }, "Invoice does not exist."],
    ["semrush", "ERROR 120 :: WRONG KEY - ID PAIR", "ERROR 120 :: WRONG KEY - ID PAIR"],
    ["splitwise", { expenses: [], errors: { base: ["Shares do not add up"] } }, "Shares do not add up"],
    [
      "musixmatch",
      { message: { header: { status_code: 401, execute_time: 0.1 }, body: "" } },
      "the API key is not valid",
    ],
    ["cutt_ly", { url: { status: 4 } }, "the API key is not valid"],
    [
      "shopify",
      { data: { productCreate: { product: null, userErrors: [{ field: ["title"], message: "Title is blank" }] } } },
      "Title is blank",
    ],
    ["bungie", { ErrorCode: 2102, ErrorStatus: "ApiKeyMissing", Message: "Missing key." }, "Missing key."],
    ["slack", { ok: false, error: "missing_scope", needed: "chat:write" }, "missing_scope: needs chat:write"],
    ["telegram", { ok: false, error_code: 400, description: "chat not found" }, "chat not found"],
    ["http", { success: false, errors: [{ code: 7003, message: "No route" }], result: null }, "No route"],
    ["http", { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no method" } }, "no method"],
    ["http", { error: { code: 402, message: "No credits" } }, "No credits"],
    ["http", { errors: [{ code: "authRequired", detail: "wrong key" }] }, "wrong key"],
    ["http", { data: { createItem: null }, errors: [{ message: "Not allowed" }] }, "Not allowed"],
    ["http", { error: "invalid_grant", error_description: "Ended" }, "invalid_grant: Ended"],
  ])("%s: %j is a failure", (toolkit, body, words) => {
    expect(findFailure(toolkit, body)).toContain(words);
  });

  it.each([
    ["fixer", { success: true, rates: { EUR: 1 } }],
    ["zerobounce", { address: "a@b.example", status: "invalid", error: null }],
    ["zerobounce", { error: "", status: "valid" }],
    ["neverbounce", { status: "success", result: "invalid" }],
    ["alpha_vantage", { "Meta Data": { "1. Information": "Daily" } }],
    ["api_sports", { errors: [], results: 1, response: [{}] }],
    ["google_maps", { status: "ZERO_RESULTS", results: [] }],
    ["vonage", { messages: [{ status: "0" }, { status: "2", "error-text": "x" }] }],
    ["zoho", { data: [{ status: "success" }, { status: "error", message: "x" }] }],
    ["zoho", { data: [] }],
    ["zoho_books", { code: 0, message: "success" }],
    ["seven_io", { success: "100", messages: [] }],
    ["semrush", "Keyword;Volume\nERROR;1"],
    ["splitwise", { expenses: [{}], errors: {} }],
    ["shopify", { data: { productCreate: { product: { id: 1 }, userErrors: [] } } }],
    ["serpapi", { search_metadata: { status: "Success" }, error: "No results." }],
    ["http", { status: "error", id: 7 }],
    ["http", { success: false, score: 0.1 }],
    ["http", { error: null }],
    ["http", { error: "None" }],
    ["http", { errors: ["a warning"] }],
    ["http", { errors: [], data: null }],
    ["http", { data: { a: 1 }, errors: [{ message: "a part" }] }],
    ["http", { ok: true, error: null }],
    ["http", [{ error: "x" }]],
    ["http", null],
    ["http", "error"],
  ])("%s: %j is a success", (toolkit, body) => {
    expect(findFailure(toolkit, body)).toBeUndefined();
  });

  it("is found in a bounded number of list members, and not at deep places", () => {
    const data = Array.from({ length: 100_000 }, () => ({ status: "error", message: "x".repeat(20) }));
    expect(findFailure("zoho", { data })).toBe("x".repeat(20));
  });
});
