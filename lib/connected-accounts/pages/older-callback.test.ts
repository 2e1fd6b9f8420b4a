import { expect, it } from "vitest";
import { GET } from "@/app/api/v1/auth-apps/add/route";

const TODAY = "http://localhost:3000/api/v3/toolkits/auth/callback";

it.each([
  "?code=a%26b&state=st_x&scope=a+b",
  "?error=access_denied&redirect_uri=https://evil.example",
  "?x=//evil.example",
  "",
])("the older callback address leads to the current one with its query unchanged: %j", async (query) => {
  const url = `http://evil.example//api/v1/auth-apps/add${query}`;
  const answer = await GET(new Request(url), { params: Promise.resolve({}) });
  expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
    302,
    TODAY + query,
    "no-store",
  ]);
});
