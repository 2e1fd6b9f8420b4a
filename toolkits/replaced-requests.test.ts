/**
 * Requests of tools whose providers ended the old operation: the arguments that callers know, at the address that took
 * its place.
 */
import { describe, expect, it } from "vitest";
import { json, buildRequest } from "@/test/builders/written-request";

describe("Spotify", () => {
  const uris = ["spotify:track:4iV5W9uYEdYUVa79Axb7Rh", "spotify:episode:512ojhOuo1ktJprKbVcKyQ"];
  const ITEMS = "/v1/playlists/p1/items";

  it.each([
    ["SPOTIFY_ADD_ITEMS_TO_PLAYLIST", { uris, position: 0 }, "POST", { uris, position: 0 }],
    ["SPOTIFY_ADD_ITEMS_TO_PLAYLIST", { uris_2: uris, position_2: 3 }, "POST", { uris, position: 3 }],
    ["SPOTIFY_UPDATE_PLAYLIST_ITEMS", { uris }, "PUT", { uris }],
    [
      "SPOTIFY_UPDATE_PLAYLIST_ITEMS",
      { range_start: 1, insert_before: 5, snapshot_id: "s" },
      "PUT",
      { range_start: 1, insert_before: 5, snapshot_id: "s" },
    ],
    ["SPOTIFY_REMOVE_PLAYLIST_ITEMS", { tracks: [{ uri: uris[0] }] }, "DELETE", { items: [{ uri: uris[0] }] }],
  ])("%s changes the items of a playlist", (slug, args, method, body) => {
    const answer = buildRequest("spotify", slug, { playlist_id: "p1", ...args });
    expect([answer.call, json(answer)]).toEqual([`${method} ${ITEMS}`, body]);
  });

  it("reads the items of a playlist, and makes a playlist whoever the caller names", () => {
    expect(
      buildRequest("spotify", "SPOTIFY_GET_PLAYLIST_ITEMS", { playlist_id: "p1", limit: 50, offset: 100 }).call,
    ).toBe(`GET ${ITEMS}?limit=50&offset=100`);
    const request = buildRequest("spotify", "SPOTIFY_CREATE_PLAYLIST", { user_id: "ada", name: "Tea", public: false });
    expect([request.call, json(request)]).toEqual([
      "POST /v1/me/playlists?user_id=ada",
      { name: "Tea", public: false },
    ]);
  });
});

it("Bitbucket lists the workspaces of the person who is signed in", () => {
  expect(buildRequest("bitbucket", "BITBUCKET_LIST_WORKSPACES", { page: 2 }).call).toBe(
    "GET /2.0/user/workspaces?page=2",
  );
});

describe("GitHub's projects", () => {
  it.each([
    ["ORGANIZATION", { org: "acme" }, "/orgs/acme/projectsV2"],
    ["USER", { username: "ada" }, "/users/ada/projectsV2"],
  ])("of an %s are listed, read and filled", (who, owner, base) => {
    const github = (name: string, args: object) =>
      buildRequest("github", `GITHUB_${name}_FOR_${who}`, { ...owner, ...args });
    const project = { project_number: 7 };
    expect(github("LIST_PROJECTS", { q: "is:open", per_page: 5 }).call).toBe(`GET ${base}?q=is:open&per_page=5`);
    expect(github("GET_PROJECT", project).call).toBe(`GET ${base}/7`);
    expect(github("LIST_PROJECT_FIELDS", project).call).toBe(`GET ${base}/7/fields`);
    expect(github("LIST_PROJECT_ITEMS", { ...project, fields: [1, 2], after: "c" }).call).toBe(
      `GET ${base}/7/items?fields=1,2&after=c`,
    );
    const added = github("ADD_PROJECT_ITEM", { ...project, type: "Issue", id: 3 });
    expect([added.call, json(added)]).toEqual([`POST ${base}/7/items`, { type: "Issue", id: 3 }]);
    const fields = [
      { id: 1, value: "a1b2" },
      { id: 2, value: null },
    ];
    const updated = github("UPDATE_PROJECT_ITEM", { ...project, item_id: 9, fields });
    expect([updated.call, json(updated)]).toEqual([`PATCH ${base}/7/items/9`, { fields }]);
    expect(github("DELETE_PROJECT_ITEM", { ...project, item_id: 9 }).call).toBe(`DELETE ${base}/7/items/9`);
  });
});

describe("OpenAI's conversations", () => {
  const items = [{ type: "message", role: "user", content: "Hello" }];

  it.each([
    ["CREATE_CONVERSATION", { items, metadata: { topic: "tea" } }, "POST /v1/conversations"],
    ["CREATE_CONVERSATION_ITEMS", { conversation_id: "c1", items }, "POST /v1/conversations/c1/items"],
    ["UPDATE_CONVERSATION", { conversation_id: "c1", metadata: { topic: "tea" } }, "POST /v1/conversations/c1"],
    ["CREATE_RESPONSE", { model: "gpt-5", input: "Hello", conversation: "c1" }, "POST /v1/responses"],
  ])("%s sends what it is given", (name, args, call) => {
    const answer = buildRequest("openai", `OPENAI_${name}`, args);
    const { conversation_id: _, ...body } = args as Record<string, unknown>;
    expect([answer.call, json(answer)]).toEqual([call, body]);
  });

  it.each([
    ["RETRIEVE_CONVERSATION", { conversation_id: "c1" }, "GET /v1/conversations/c1"],
    ["DELETE_CONVERSATION", { conversation_id: "c1" }, "DELETE /v1/conversations/c1"],
    ["LIST_CONVERSATION_ITEMS", { conversation_id: "c1", limit: 5 }, "GET /v1/conversations/c1/items?limit=5"],
    ["CANCEL_RESPONSE", { response_id: "r1" }, "POST /v1/responses/r1/cancel"],
    ["LIST_RESPONSE_INPUT_ITEMS", { response_id: "r1" }, "GET /v1/responses/r1/input_items"],
  ])("%s asks at its address", (name, args, call) => {
    expect(buildRequest("openai", `OPENAI_${name}`, args).call).toBe(call);
  });
});
