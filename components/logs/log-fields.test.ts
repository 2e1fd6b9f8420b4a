/** From a log row to the playground. */
import { expect, it } from "vitest";
import { rerunHref } from "./log-fields";

const row = { id: "log_1", type: "tool_execution", metadata: { tool_slug: "GITHUB_CREATE_AN_ISSUE", user_id: "a&b", connected_account_id: "ca_1" }, metrics: {} };

it("fills in what is known of the call", () => expect(rerunHref(row)).toBe("/playground?tool=GITHUB_CREATE_AN_ISSUE&user=a%26b&account=ca_1&log=log_1"));
it("offers nothing for a request that was no tool", () => expect(rerunHref({ ...row, type: "proxy_execution" })).toBeUndefined());
