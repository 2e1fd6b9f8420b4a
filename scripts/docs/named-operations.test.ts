/** A guide whose operations changed is read again before the check passes. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operations } from "@/lib/api";
import { operation } from "@/lib/contract/operation";
import { inRoot } from "@/scripts/paths.mjs";
import { findNamedOperations, hashForm, readGuides } from "./named-operations";

const idsIn = (text: string): string[] => findNamedOperations(text, operations).map(({ id }) => id);

it.each([
  ["`POST /api/v3/auth_configs`", ["postAuthConfigs"]],
  [
    `curl "$PATCHBAY/api/v3.1/auth_configs/ac_1"`,
    ["deleteAuthConfigsByNanoid", "getAuthConfigsByNanoid", "patchAuthConfigsByNanoid"],
  ],
  ["See `GET /connected_accounts/{id}`.", ["getConnectedAccountsByNanoid"]],
  ["POST https://patchbay.example.com/api/v3/connected_accounts/link", ["postConnectedAccountsLink"]],
  ["```json body=createPolicy\n{}\n```", ["createPolicy"]],
  ["/docs/start and app/api/v3", []],
])("%s names %j", (text, ids) => expect(idsIn(text)).toEqual(ids));

it("changes its hash with the form of an operation, and not with words about it", () => {
  const toOperation = (body: z.ZodType, summary: string) =>
    operation({
      ...{ id: "x", method: "POST", path: "/api/v3/x", tag: "X", auth: "none", permission: "public", audit: "none" },
      ...{ summary, body, response: z.object({ ok: z.boolean() }) },
    });
  const hashOf = (body: z.ZodType, summary = "Do it"): string | undefined => hashForm([toOperation(body, summary)]);
  const text = z.string();
  const first = hashOf(z.object({ text }));
  expect(first).toMatch(/^[0-9a-f]{12}$/);
  expect(hashOf(z.object({ text: text.meta({ description: "Words" }) }), "Do it soon")).toBe(first);
  expect(hashOf(z.object({ text, more: text }))).not.toBe(first);
  expect(hashOf(z.object({ text: text.max(9) }))).not.toBe(first);
  expect(hashOf(z.object({ description: text }))).not.toBe(hashOf(z.object({})));
  expect(hashForm([])).toBeUndefined();
});

describe("each guide fits its operations as they are now", () => {
  it.each(readGuides)("$file", ({ file }) => {
    const markdown = readFileSync(inRoot("docs", file), "utf8");
    const named = findNamedOperations(markdown, operations);
    expect(
      /^---\ncontract: (\w+)\n---\n/.exec(markdown)?.[1],
      `An operation changed, or is new in the guide: ${named.map(({ id }) => id).join(", ")}. ` +
        `Read docs/${file} again, correct it, and run: npm run docs:read -- docs/${file}`,
    ).toBe(hashForm(named));
  });
});
