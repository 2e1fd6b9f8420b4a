/** Confluence's composite tools against a stand-in that remembers what it was asked. */
import { expect, it } from "vitest";
import { ProviderRefusal } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const PROPERTY = { results: [{ id: "77", key: "color", version: { number: 4 } }] };
const V2 = "/wiki/api/v2";

it("changes a property of a page by its key, as the next version", async () => {
  const { result, requests } = run(
    "updateContentProperty",
    { id: "12", propertyKey: "color", value: { is: "red" } },
    ({ method, path }) => {
      if (path === `${V2}/blogposts/12`) throw new ProviderRefusal("Not found.", 404);
      return method === "GET" ? PROPERTY : { id: "77", key: "color" };
    },
  );
  expect(await result).toEqual({ id: "77", key: "color" });
  expect(requests.slice(1)).toEqual([
    { method: "GET", path: `${V2}/pages/12/properties`, query: { key: "color" } },
    {
      method: "PUT",
      path: `${V2}/pages/12/properties/77`,
      body: { key: "color", value: { is: "red" }, version: { number: 5 } },
    },
  ]);
});

it("deletes a property of a blog post, and says if it has none with the key", async () => {
  const { result, requests } = run("deleteContentProperty", { id: "12", propertyKey: "color" }, () => PROPERTY);
  expect(await result).toEqual({ id: "77", key: "color", deleted: true });
  expect(requests.at(-1)).toEqual({ method: "DELETE", path: `${V2}/blogposts/12/properties/77` });
  await expect(run("deleteContentProperty", { id: "12", propertyKey: "size" }, () => PROPERTY).result).rejects.toThrow(
    "no property size",
  );
});

it("finds a space by its key or its id", async () => {
  const answer = ({ path }: { path: string }) => (path === `${V2}/spaces` ? { results: [{ id: "9" }] } : PROPERTY);
  const byKey = run(
    "updateSpaceProperty",
    { spaceKey: "DEV", propertyKey: "color", value: 1, version: { number: 8 } },
    answer,
  );
  await byKey.result;
  expect(byKey.requests.at(0)).toMatchObject({ path: `${V2}/spaces`, query: { keys: "DEV" } });
  expect(byKey.requests.at(-1)).toMatchObject({
    path: `${V2}/spaces/9/properties/77`,
    body: { version: { number: 8 } },
  });
  const byId = run("deleteSpaceProperty", { spaceIdOrKey: "9", propertyKey: "color" }, answer);
  await byId.result;
  expect(byId.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${V2}/spaces/9/properties`,
    `DELETE ${V2}/spaces/9/properties/77`,
  ]);
  await expect(run("deleteSpaceProperty", { spaceIdOrKey: "NO", propertyKey: "color" }).result).rejects.toThrow(
    "no space NO",
  );
});
