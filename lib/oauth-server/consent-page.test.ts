/** The pages on which people allow programs, in each language. */
import { expect, it } from "vitest";
import { type Language, LANGUAGES } from "@/lib/hosted-pages/languages";
import { type Consent, toConsentPage, toRefusalPage, toStrangerPage } from "./consent-page";
import { OAuthError } from "./oauth-error";
import { consentTexts } from "@/lib/hosted-pages/texts";

const gmail = { slug: "gmail", name: "Gmail", count: 3, first: [{ slug: "GMAIL_SEND", name: "Send email" }] };
const request: Consent["request"] = {
  client: { id: "oc_1", projectId: null, name: "Tour IDE", provenHost: null, redirectUris: [], secretHash: null },
  redirectUri: "https://ide.example/callback",
  state: undefined,
  challenge: "",
  server: { id: "1", projectId: "p", name: "Mail desk", toolkits: [gmail] },
};
const branding = { name: "Acme" };
const toContext = (language: Language) => ({
  language,
  search: new URLSearchParams("client_id=oc_1&lang=xx&state=a%26b"),
});
const consent = (more: Partial<Consent> = {}, language: Language = "en") =>
  toConsentPage({
    request,
    branding,
    person: { as: "end_user", id: "ada", caller: { kind: "link" } },
    users: ["ada", `b"ob`],
    userId: "ada",
    ...toContext(language),
    ...more,
  });

it.each(Object.keys(LANGUAGES) as Language[])(
  "%s: has every text, keeps every place, and leads to the others",
  (language) => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    const [localTexts, english] = [consentTexts(language), consentTexts("en")];
    for (const name of Object.keys(english) as (keyof typeof english)[]) {
      expect([name, places(localTexts[name])]).toEqual([name, places(english[name])]);
      expect(localTexts[name]).not.toBe(language === "en" ? "" : english[name]);
    }
    const strange = toStrangerPage(
      request,
      branding,
      { appUrl: null, loginUrl: "https://here.example/login" },
      toContext(language),
    );
    const refusal = toRefusalPage(new OAuthError("invalid_redirect_uri", "Words for builders."), toContext(language));
    for (const { html } of [consent({}, language), strange, refusal]) {
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<option value="${language}" lang="${language}" selected>${LANGUAGES[language]}</option>`);
      for (const [name, value] of [
        ["client_id", "oc_1"],
        ["state", "a&amp;b"],
      ])
        expect(html).toContain(`<input type="hidden" name="${name}" value="${value}">`);
      expect(html).not.toMatch(/\{\w+\}/);
    }
    expect(consent({}, language).html).toContain("<b>ada</b>");
  },
);

it("fills in the first user for a member, offers the others, and escapes their IDs", () => {
  const { html } = consent({
    person: { as: "member", id: "user_1", caller: { kind: "link" } },
    users: ["ada", `"><script>`],
    userId: "ada",
  });
  expect(html).toContain(`name="user_id" value="ada"`);
  expect(html).toContain(`<option value="ada"></option>`);
  expect(html).toContain(`<option value="&quot;&gt;&lt;script&gt;"></option>`);
  expect(consent().html).not.toContain("<datalist");
});

it("says how many tools there are once, and the sum only above several apps", () => {
  expect(consent().html.match(/3 tools/g)).toHaveLength(1);
  const two = {
    ...request,
    server: { ...request.server, toolkits: [gmail, { ...gmail, slug: "github", name: "GitHub", count: 1 }] },
  };
  const { html } = consent({ request: two });
  for (const words of ["Choose which apps to allow (4 tools)", "Gmail: 3 tools", "GitHub: 1 tool<"])
    expect(html).toContain(words);
});

it("tells a refusal in words for people, and the protocol's own under Details", () => {
  const { html, status } = toRefusalPage(
    new OAuthError("invalid_redirect_uri", "redirect_uri is <none>."),
    toContext("en"),
  );
  expect(status).toBe(400);
  expect(html).toContain("<p>The program requested a redirect URL that isn’t its own. Nothing was allowed.</p>");
  expect(html).toMatch(
    /<summary>Details<\/summary><p[^>]*><code>invalid_redirect_uri<\/code> redirect_uri is &lt;none&gt;\./,
  );
});

it("tells an end user where the access can be ended, and a member who can end it", () => {
  expect(consent().html).toContain("on your connections page");
  const member = consent({ person: { as: "member", id: "u_1", caller: { kind: "link" } }, problem: "whichUser" });
  expect(member.status).toBe(400);
  for (const words of ["Choose the user the program acts as.", 'aria-invalid="true"', "Acme can revoke this access"])
    expect(member.html).toContain(words);
});

it("says the name of a server that ends with tools as it is", () => {
  const server = { ...request.server, name: "GitHub tools" };
  const { html } = consent({ request: { ...request, server } });
  const text = html.replaceAll(/<[^>]*>/g, "");
  expect(text).toContain("Tour IDE wants to use GitHub tools from Acme for you.");
});

it("tells people which document this server could not read, and whom to ask", () => {
  const unreadUrl = "https://ide.example/client.json";
  const { html } = toRefusalPage(new OAuthError("invalid_client", "Words.", { unreadUrl }), toContext("en"));
  expect(html).toContain("couldn’t read ide.example, where");
  expect(html).toContain("Ask whoever runs this server");
  expect(html).not.toContain("tell its developer");
});
