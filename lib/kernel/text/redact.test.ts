/** Redaction: secrets go, facts stay. */
import { expect, test } from "vitest";
import { isSecretName, redact, redactEndpoint, redactPairs, redactQuery, redactUrl } from "./redact";

test("values under secret names go, at any depth and in any case", () =>
  expect(
    redact({
      Authorization: "Bearer x",
      a: [{ api_key: "k", client_secret: "s", refresh_token: "r", password: "p", name: "n" }],
    }),
  ).toEqual({
    Authorization: "[redacted]",
    a: [
      {
        api_key: "[redacted]",
        client_secret: "[redacted]",
        refresh_token: "[redacted]",
        password: "[redacted]",
        name: "n",
      },
    ],
  }));

test("known secrets go wherever they stand, short ones do not blank plain words", () =>
  expect(redact({ text: "token gho_abcdef and ab", ok: true, n: 1, nothing: null }, ["gho_abcdef", "ab"])).toEqual({
    text: "token [redacted] and ab",
    ok: true,
    n: 1,
    nothing: null,
  }));

test("page cursors and counts are not secrets", () =>
  expect(redact({ next_page_token: "p", pageToken: "q", token_type: "bearer", total_tokens: 5 })).toEqual({
    next_page_token: "p",
    pageToken: "q",
    token_type: "bearer",
    total_tokens: 5,
  }));

test("URLs lose secret parameters and user info", () =>
  expect(redactUrl("https://u:p@api.example/x?api_key=1&q=2&access_token=3")).toBe(
    "https://api.example/x?api_key=%5Bredacted%5D&q=2&access_token=%5Bredacted%5D",
  ));

test("endless depth is cut", () => {
  const deep: Record<string, unknown> = {};
  let node = deep;
  for (let i = 0; i < 100; i++) node = node.a = {} as Record<string, unknown>;
  expect(JSON.stringify(redact(deep))).toContain("[cut]");
});

const SECRET = [
  ..."authorization Authorization proxy-authorization Cookie Set-Cookie x-api-key X-User-Api-Key x_org_api_key".split(
    " ",
  ),
  ..."api_key apiKey apikey APIKey generic_api_key client_secret clientSecret clientsecret secret secretKey".split(" "),
  ..."aws_secret_access_key password userPassword user_password passwd passphrase token accessToken ACCESS_TOKEN".split(
    " ",
  ),
  ..."idToken id_token refreshtoken oauth_token_secret bearer credentials private-key privateKey signature".split(" "),
  ..."code_verifier jwt webhook_signing_key signingKey access_key otp pin pin_code password2 newPassword".split(" "),
  ..."password_confirmation x-amz-security-token X-Amz-Signature x-hub-signature-256 x-goog-api-key".split(" "),
  ..."ocp-apim-subscription-key dd-application-key x-figma-token csrf_token session_token refresh_tokens".split(" "),
  ..."authorization_code verification_code recovery_codes connection_string security_answer pass db_pass".split(" "),
  ..."x-session-access-key private_key_pem client_assertion SAMLResponse user[password] auth[token]".split(" "),
];
const PLAIN = [
  ..."next_page_token nextPageToken pageToken next_sync_token syncToken nextToken token_type token_url".split(" "),
  ..."max_tokens total_tokens tokens token_count X-Atlassian-Token secret_scanning_enabled key issue_key".split(" "),
  ..."client_secret_expires_at private_key_id access_key_id public_key primary_key idempotency_key name".split(" "),
  ..."keyboard pinned pin_id spin shipping country_code status_code author authority authenticated oauth_url".split(
    " ",
  ),
  ..."passed compass boarding_pass password_policy token_endpoint email_signature monkey secret_name".split(" "),
  ..."continuation_token startPageToken skiptoken nextpagetoken answer paraphrase connection response sign".split(" "),
];

test.each(SECRET)("the name %s stands for a secret", (name) => expect(isSecretName(name)).toBe(true));
test.each(PLAIN)("the name %s stands for no secret", (name) => expect(isSecretName(name)).toBe(false));

test("the end of a name of any length decides", () => {
  expect(isSecretName(`${"x_".repeat(500_000)}password`)).toBe(true);
  expect(isSecretName("token_".repeat(200_000))).toBe(true);
  expect(isSecretName(`token${"_x".repeat(500_000)}`)).toBe(false);
});

test("further names are hidden where they are given, in any case", () =>
  expect(redact({ Greeting: "a", list: [{ greeting: 5, other: 1 }] }, [], new Set(["greeting"]))).toEqual({
    Greeting: "[redacted]",
    list: [{ greeting: "[redacted]", other: 1 }],
  }));

test("pairs of a query or a form keep their order and their form", () => {
  expect(redactPairs("a=1&pin=12&b&api%5Fkey=x&pin=3&%zz=1&=2&c=%20")).toBe(
    "a=1&pin=%5Bredacted%5D&b&api%5Fkey=%5Bredacted%5D&pin=%5Bredacted%5D&%zz=1&=2&c=%20",
  );
  expect(redactQuery("https://x.example/a?q=token&word=abc", new Set(["word"]))).toBe(
    "https://x.example/a?q=token&word=%5Bredacted%5D",
  );
  expect(redactQuery("https://u:p@x.example/a")).toBe("https://x.example/a");
});

test.each([
  [" https://u:secret@api.example/x", "https://api.example/x"],
  ["\0https://u:secret@api.example/x", "https://api.example/x"],
  ["ht\ntps://u:secret@api.example/x", "https://api.example/x"],
  ["https:////u:secret@api.example/x", "https:////api.example/x"],
  [`https://u:${"s".repeat(3000)}@api.example/x`, "https://api.example/x"],
  ["https://u:se/cret@api.example/x", "https://api.example/x"],
  ["https://u:se?cret@api.example/x", "https://api.example/x"],
  ["/x?to\tken=secret", "/x?token=%5Bredacted%5D"],
  ["/x?a=1#access_token=secret", "/x?a=1#access_token=%5Bredacted%5D"],
  ["/x#access_token=secret", "/x#access_token=%5Bredacted%5D"],
  ["/users/ada@api.example?a=1", "/users/ada@api.example?a=1"],
  ["https://api.example/users/ada@api.example", "https://api.example/users/ada@api.example"],
])("an address that was asked for is without secrets, written however programs may read it: %j", (address, clean) =>
  expect(redactEndpoint(address)).toBe(clean),
);
