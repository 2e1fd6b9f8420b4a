/** The users that are suggested at a consent: with a working account of the toolkits, in their own project only. */
import { expect, it } from "vitest";
import { client, connect, stranger } from "@/test/builders/accounts";
import { suggestUsers } from "./suggest-users";

it("suggests users with a working account of the toolkits, the last connected first, and never another project's", async () => {
  const account = await connect("suggest-ended");
  await connect("suggest-ada");
  await connect("suggest-bob");
  await client.call("DELETE", `/connected_accounts/${account.id}`);
  const users = await suggestUsers(client.projectId, ["keyed", "other"]);
  expect(users.filter((user) => user.startsWith("suggest-"))).toEqual(["suggest-bob", "suggest-ada"]);
  expect(await suggestUsers(client.projectId, ["other"])).toEqual([]);
  expect(await suggestUsers(stranger.projectId, ["keyed"])).not.toContain("suggest-ada");
});
