/** What a message in Slack has about a call. */
import { expect, it } from "vitest";
import { toAskMessage } from "./to-ask-message";

const CALL = {
  ...{ title: "Send a mail", tool: "GMAIL_SEND", user: "ada", arguments: { to: "bob" }, value: "apr_1:x" },
  ...{ url: "https://patchbay.example/approvals/apr_1", expiresAt: new Date(0) },
};

it("names the connected account that the call uses, as its page does", () => {
  expect(toAskMessage({ ...CALL, account: "ca_1" }).blocks).toContain("for the user ada. It uses the account ca_1.");
  expect(toAskMessage(CALL).blocks).not.toContain("account");
});
