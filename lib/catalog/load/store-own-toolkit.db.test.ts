/** A project's own toolkit: stored in versions, rolled back, deleted, and never another project's. */
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { createTestOwner } from "@/test/builders/owners";
import { findOwnToolkits } from "../read/catalog";
import { findTool } from "../read/find-tool";
import { MOST_OWN_TOOLS, MOST_TOOLS } from "./own-toolkit-rows";
import { toOwnRows } from "./own-toolkit-rows";
import {
  deleteOwnToolkit,
  inOwnToolkitTurn,
  readOwnToolTexts,
  rollBackOwnToolkit,
  storeOwnToolkit,
} from "./store-own-toolkit";

let [mine, theirs] = ["", ""];
const SLUG = "custom_post";

beforeEach(async () => {
  [mine, theirs] = [(await createTestOwner()).projectId, (await createTestOwner()).projectId];
});

const post = (...names: string[]) =>
  toOwnRows(
    toolkit(
      SLUG,
      "",
      names.map((name) => tool(`CUSTOM_POST_${name}`)),
    ),
  );
const store = (projectId: string, rows: ReturnType<typeof post>) =>
  inOwnToolkitTurn(projectId, (tx) => storeOwnToolkit(tx, projectId, rows));

describe("a project's own toolkit", () => {
  it("is found in its project alone, with tools, counts and no attribution", async () => {
    const { version, changed } = await store(mine, post("SEND", "READ"));
    expect([changed, version]).toEqual([true, expect.stringMatching(/^\d{8}_00$/)]);
    const [toolkitRow] = await findOwnToolkits(mine);
    expect(toolkitRow).toMatchObject({
      slug: SLUG,
      kind: "custom",
      version,
      toolsCount: 2,
      availableVersions: [version],
    });
    expect(toolkitRow?.meta.attribution).toEqual([]);
    expect(await findTool(mine, "custom_post_send")).toMatchObject({ slug: "CUSTOM_POST_SEND", projectId: mine });
    expect([await findTool(theirs, "CUSTOM_POST_SEND"), await findOwnToolkits(theirs)]).toEqual([null, []]);
  });

  it("keeps earlier versions of its tools, and changes nothing for the same content", async () => {
    const first = await store(mine, post("SEND", "READ"));
    expect(await store(mine, post("SEND", "READ"))).toEqual({ ...first, changed: false });
    const second = await store(mine, post("SEND"));
    expect(second.version).toBe(first.version.replace(/00$/, "01"));
    expect(await findTool(mine, "CUSTOM_POST_READ")).toBeNull();
    expect(await findTool(mine, "CUSTOM_POST_READ", first.version)).toMatchObject({ version: first.version });
    expect(await readOwnToolTexts(mine, SLUG, second.version)).toHaveLength(1);
  });

  it("goes back to an earlier version, and on to a new one", async () => {
    const old = post("SEND", "READ");
    const first = await store(mine, old);
    const second = await store(mine, post("SEND"));
    await inOwnToolkitTurn(mine, (tx) => rollBackOwnToolkit(tx, mine, first.version, old));
    expect(await findTool(mine, "CUSTOM_POST_READ")).toMatchObject({ version: first.version, isLatest: true });
    expect((await findOwnToolkits(mine))[0]).toMatchObject({ version: first.version, toolsCount: 2 });
    const third = await store(mine, post("SEND", "WEIGH"));
    expect(third.version > second.version).toBe(true);
    await expect(
      inOwnToolkitTurn(mine, (tx) => rollBackOwnToolkit(tx, mine, "20200101_00", old)),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("is deleted with all versions, and another project's stays", async () => {
    await store(theirs, post("SEND"));
    await store(mine, post("SEND"));
    await store(mine, post("READ"));
    expect(await inOwnToolkitTurn(mine, (tx) => deleteOwnToolkit(tx, mine, SLUG))).toBe(true);
    expect(await db.tool.count({ where: { projectId: mine } })).toBe(0);
    expect(await findTool(theirs, "CUSTOM_POST_SEND")).toMatchObject({ projectId: theirs });
    expect(await inOwnToolkitTurn(mine, (tx) => deleteOwnToolkit(tx, mine, SLUG))).toBe(false);
  });

  it("422 has at most so many tools", async () => {
    const names = Array.from({ length: MOST_TOOLS + 1 }, (_, index) => `T${index}`);
    await expect(store(mine, post(...names))).rejects.toMatchObject({ status: 422 });
    expect(await db.tool.count({ where: { projectId: mine } })).toBe(0);
  });

  it("409 has at most so many tools in all, also by going back to an earlier version", async () => {
    const old = post("SEND", "READ");
    const first = await store(mine, old);
    await store(mine, post("SEND"));
    await store(mine, toOwnRows(toolkit("custom_large", "", [tool("CUSTOM_LARGE_READ")])));
    await db.toolkit.updateMany({
      where: { projectId: mine, slug: "custom_large" },
      data: { toolsCount: MOST_OWN_TOOLS - 1 },
    });
    await expect(
      inOwnToolkitTurn(mine, (tx) => rollBackOwnToolkit(tx, mine, first.version, old)),
    ).rejects.toMatchObject({ status: 409 });
  });

  it("stores what PostgreSQL refuses as text, without it", async () => {
    await load(compiled(toolkit("other", "20260101_00", [tool("OTHER_READ")])));
    const rows = toOwnRows(toolkit(SLUG, "", [tool("CUSTOM_POST_ODD", { description: "a\0b\ud83d" })]));
    await store(mine, rows);
    expect(await findTool(mine, "CUSTOM_POST_ODD")).toMatchObject({ description: "ab" });
  });
});
