/** Tests the request of a tool as a command. */
import { describe, expect, it } from "vitest";
import { toRequestCurl } from "./request-curl";

const BASE = { headers: {}, parameters: [], authentication: [] };

describe("toRequestCurl", () => {
  it("has nothing to say of a tool that a handler runs", () => expect(toRequestCurl(BASE)).toBeNull());

  it("shows required parameters, fixed headers, the body and where the first scheme's credential goes", () => {
    expect(
      toRequestCurl({
        method: "POST",
        url: "https://api.example.com/repos/{owner}/issues",
        headers: { accept: "application/json" },
        parameters: [
          { name: "owner", key: "owner", in: "path", required: true },
          { name: "page", key: "page", in: "query", required: false },
          { name: "q", key: "query", in: "query", required: true },
        ],
        body: {
          content_type: "application/json",
          mode: "flat",
          fields: [
            { key: "title", name: "title", required: true },
            { key: "body", name: "body", required: false },
          ],
        },
        authentication: [
          { mode: "OAUTH2", in: "header", name: "Authorization", value: "Bearer {access_token}" },
          { mode: "API_KEY", in: "query", name: "key", value: "{api_key}" },
        ],
      }),
    ).toBe(
      [
        "curl -X POST 'https://api.example.com/repos/{owner}/issues?q=<query>' \\",
        "  -H 'accept: application/json' \\",
        "  -H 'Authorization: Bearer {access_token}' \\",
        "  -H 'content-type: application/json' \\",
        "  -d '{",
        `  "title": "<title>"`,
        "}'",
      ].join("\n"),
    );
  });

  it("sends forms field by field, and lets curl write the boundary of multipart", () => {
    const fields = [{ key: "file", name: "file", required: true }];
    expect(
      toRequestCurl({
        ...BASE,
        method: "POST",
        url: "https://a.example",
        body: { content_type: "multipart/form-data", mode: "flat", fields },
      }),
    ).toBe("curl -X POST 'https://a.example' \\\n  -F 'file=<file>'");
    expect(
      toRequestCurl({
        ...BASE,
        method: "POST",
        url: "https://a.example",
        body: { content_type: "application/x-www-form-urlencoded", mode: "flat", fields },
      }),
    ).toContain("--data-urlencode 'file=<file>'");
  });

  it("puts members into the object that the provider wants around them", () => {
    const curl = toRequestCurl({
      method: "PUT",
      url: "https://api.example.com/tickets",
      headers: {},
      parameters: [],
      body: {
        content_type: "application/json",
        mode: "flat",
        wrap: "ticket",
        fields: [{ key: "title", name: "subject", required: true }],
      },
      authentication: [],
    });
    expect(curl).toContain(JSON.stringify({ ticket: { subject: "<title>" } }, null, 2));
  });
});
