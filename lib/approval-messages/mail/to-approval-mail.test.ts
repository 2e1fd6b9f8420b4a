import { expect, it } from "vitest";
import { toApprovalMail } from "./to-approval-mail";

const call = {
  ...{ title: "Pay bills", tool: "BANK_PAY", user: "ada", app: "Acme" },
  ...{ url: "https://patchbay.example/approve/apt_1", expiresAt: new Date("2026-11-29T15:00:30Z") },
};

it("says the call in words, with one link and its end", () => {
  const { to, subject, text, html } = toApprovalMail("boss@example.com", call);
  expect([to, subject]).toEqual(["boss@example.com", "Approval needed: Pay bills"]);
  for (const part of [text, html])
    for (const words of ["Acme", "BANK_PAY", "ada", "Pay bills", call.url, "2026-11-29 15:00 UTC"])
      expect(part).toContain(words);
  expect(html.match(/href=/g)).toHaveLength(1);
});

it("shows hidden characters, escapes HTML and keeps the subject on one short line", () => {
  const title = `<b>\u202egnp\r\nBcc: a@b ${"x".repeat(500)}`;
  const { subject, text, html } = toApprovalMail("boss@example.com", { ...call, title });
  expect(subject).toMatch(/^Approval needed: <b>\\u\{202e\}gnp Bcc: a@b x+$/);
  expect(subject).toHaveLength(150);
  expect(text).toContain("\\u{202e}");
  expect(html).toContain("&lt;b&gt;\\u{202e}");
});
