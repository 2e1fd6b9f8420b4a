import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { readCallbackUrl, toCallback } from "./callback-url";
import { type ConnectPage, toConnectPage } from "./connect-page";
import { sharedWords } from "@/lib/hosted-pages/shared-words";
import { type Language, LANGUAGES, chooseLanguage } from "@/lib/hosted-pages/languages";
import { connectingTexts } from "@/lib/hosted-pages/texts";

const field = (name: string, more: Partial<AuthField> = {}): AuthField => ({
  name,
  displayName: name,
  description: `About ${name}`,
  type: "string",
  required: true,
  isSecret: false,
  aliases: [],
  ...more,
});
const page = (more: Partial<ConnectPage> = {}) =>
  toConnectPage({
    language: "en",
    branding: { name: "Acme" },
    toolkit: { name: "Keyed", logo: "" },
    scopes: [],
    fields: [],
    values: {},
    errors: new Map(),
    goesTo: [],
    ...more,
  });

describe("the connect page", () => {
  it("labels and describes every field, marks wrong ones and focuses the first", () => {
    const { html, status } = page({
      fields: [field("api_key", { isSecret: true }), field("region", { required: false })],
      errors: new Map([["api_key", "api_key is required."]]),
    });
    expect(status).toBe(200);
    expect(html).toContain('<form method="post" novalidate>');
    expect(html).toContain('<label for="field-api_key">');
    expect(html).toMatch(
      new RegExp(
        '<input id="field-api_key" name="api_key" type="password"[^>]* required ' +
          'aria-describedby="field-api_key-help field-api_key-error" aria-invalid="true" autofocus>',
      ),
    );
    expect(html).toContain('<p class="wrong" id="field-api_key-error">api_key is required.</p>');
    expect(html).toMatch(/role="alert"/);
    expect(html).toContain("(optional)");
    expect(html).toContain('<html lang="en">');
  });

  it("keeps typed values, but never a secret", () => {
    const { html } = page({
      fields: [field("api_key", { isSecret: true }), field("region")],
      values: { api_key: "planted-secret", region: "eu-1" },
    });
    expect(html).toContain('value="eu-1"');
    expect(html).not.toContain("planted-secret");
  });

  it("does not ask again for a sealed secret, shows that, and omits a hint that repeats the name", () => {
    const key = field("api_key", { displayName: "API key", description: "Your API key", isSecret: true });
    const { html } = page({ fields: [key], values: { api_key: "planted-secret" }, kept: true, unproven: true });
    expect(html).toMatch(/<input id="field-api_key"[^>]* placeholder="••••••••"/);
    expect(html).not.toMatch(/<input id="field-api_key"[^>]* required/);
    expect(html).toContain(connectingTexts("en").kept);
    expect(html).not.toContain("Your API key");
    expect(html).not.toContain("planted-secret");
    expect(page({ fields: [key], values: { api_key: "planted-secret" } }).html).not.toContain(
      connectingTexts("en").kept,
    );
  });

  it("escapes every text, and shows no image from an invalid address", () => {
    const evil = `"><script>alert('x')</script>`;
    const { html } = page({
      branding: { name: evil, logoUrl: "javascript:alert(1)" },
      toolkit: { name: evil, logo: "data:text/html,x" },
      scopes: [evil],
      fields: [field("a", { displayName: evil, description: evil })],
      values: { a: evil },
      hintUrl: "javascript:alert(2)",
      problem: evil,
    });
    expect(html).not.toMatch(/<script|javascript:|data:text/);
    expect(html.split("&lt;script&gt;").length).toBeGreaterThan(7);
  });

  it("lets forms lead only where the connection leads", () => {
    const action = (goesTo: string[]) => /form-action ([^;]*)/.exec(page({ goesTo }).policy)?.[1];
    expect(action([])).toBe("'self'");
    expect(action(["http://127.0.0.1:4001/login", ""])).toBe("'self' http://127.0.0.1:4001");
    expect(action(["https://github.com/login", "http://localhost:9/back"])).toBe("'self' http://localhost:9 https:");
  });

  it("describes scopes in words, with their names under Details", () => {
    const { html } = page({ consentAt: "p.example", scopes: ["read:org"] });
    expect(html).toContain("<li>See memberships and teams of organizations</li>");
    expect(html).toMatch(/<details><summary>Details<\/summary>\s*<ul>\s*<li><code>read:org<\/code><\/li>/);
  });
});

describe("languages", () => {
  it.each(Object.keys(LANGUAGES) as Language[])(
    "%s: has every text, keeps every place and every word of the provider",
    (language) => {
      const texts = connectingTexts(language);
      const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
      for (const [name, text] of Object.entries(connectingTexts("en"))) {
        const translation = texts[name as keyof typeof texts];
        if (name === "fields") continue;
        expect([name, [translation].flat().length, places([translation].flat().join())]).toEqual([
          name,
          [text].flat().length,
          places([text].flat().join()),
        ]);
        expect(translation).not.toEqual(language === "en" ? "" : text);
      }
      const { html } = page({
        language,
        consentAt: "p.example",
        scopes: ["read:org"],
        fields: [field("shop", { displayName: "Shop domain" }), field("api_key", { displayName: "API key" })],
      });
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(language === "en" ? ">Shop domain<" : '<span lang="en">Shop domain</span>');
      expect(html).toContain(`<label for="field-api_key">${texts.fields["API key"] ?? "API key"}</label>`);
      expect(html).toContain(
        `<li>${sharedWords("See memberships and teams of organizations", language) ?? "See memberships"}`,
      );
      expect(html).toContain("Keyed");
      expect(html).toContain(`<option value="${language}" lang="${language}" selected>${LANGUAGES[language]}</option>`);
      expect(html).not.toContain("<script");
    },
  );

  it.each([
    [null, "de-AT,de;q=0.9,en;q=0.8", "de"],
    [null, "pl, ja;q=0.5, fr;q=0.7", "fr"],
    [null, "zh-Hant-TW", "zh"],
    [null, "xx, *;q=0.1", "en"],
    [null, null, "en"],
    [null, "de;q=0, es;q=0.1", "es"],
    [null, "de;q=broken", "de"],
    ["ja", "de", "ja"],
    ["klingon", "de", "de"],
    ["constructor", null, "en"],
  ])("are chosen by ?lang=%s with Accept-Language %s: %s", (langParam, accepted, language) => {
    expect(chooseLanguage(langParam, accepted)).toBe(language);
  });

  it("keep a popup a popup when they change", () => {
    expect(page({ keep: { popup: "1", lang: "de" } }).html).toContain(
      '<form method="get" class="languages"><input type="hidden" name="popup" value="1">\n<label',
    );
    expect(page().html).toContain('<form method="get" class="languages"><label');
  });
});

describe("a project's color", () => {
  it("is used for the main button with a readable label, and is ignored if it is invalid", () => {
    expect(page({ branding: { name: "Acme", accent: "#ffd400" } }).html).toContain("--brand:#ffd400;--on-brand:#000");
    expect(page({ branding: { name: "Acme", accent: "#1b1b8f" } }).html).toContain("--on-brand:#fff");
    expect(page({ branding: { name: "Acme", accent: "red}body{display:none" } }).html).not.toContain("display:none");
    expect(page({ branding: { name: "Acme", accent: "#ffd400" } }).html).toMatch(/--act:#(?!ffd400)[0-9a-f]{6}/);
    const { html, policy } = page({ branding: { name: "Acme", accent: "#ffd400" } });
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  });
});

describe("callback addresses", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "/relative",
    "ftp://a.example",
    "https://user:pw@a.example",
    "nonsense",
  ])("cannot be %s (400)", (url) => {
    expect(() => readCallbackUrl(url)).toThrow("callback_url must be");
  });

  it("keep their own query and get the result, which replaces an earlier one", () => {
    expect(
      toCallback("https://a.example/x?tab=1&status=success", {
        ok: false,
        accountId: "ca_1",
        error: "access_denied",
        description: "No & no",
      }),
    ).toBe(
      "https://a.example/x?tab=1&status=failed&connected_account_id=ca_1&error=access_denied&error_description=No%20%26%20no",
    );
    expect(toCallback("https://a.example/x?status=vip&q=a%20b+c", { ok: true, accountId: "ca_1" })).toBe(
      "https://a.example/x?status=vip&q=a%20b+c&status=success&connected_account_id=ca_1",
    );
    expect(readCallbackUrl(undefined)).toBeNull();
  });
});
