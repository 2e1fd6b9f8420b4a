/** A small catalog of two apps and the meta tools, for tests of searches in a session. */
import { compiled, load, tool, toolkit } from "./catalog";
import { metaToolkit } from "./meta-toolkit";

const needs = (...names: string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  required: names,
});

/** The parcels app wants an account, the birds app none. */
export async function loadSearched(): Promise<void> {
  const parcels = toolkit("parcels", "20260101_00", [
    tool("PARCELS_LIST_PARCELS", { name: "List parcels" }),
    tool("PARCELS_GET_PARCEL", { name: "Get a parcel", inputSchema: needs("parcel_id") }),
    tool("PARCELS_TRACK_PARCEL", { name: "Track a parcel", inputSchema: needs("parcel_id") }),
    tool("PARCELS_CANCEL_PARCEL", {
      name: "Cancel a parcel",
      description: "Cancels a parcel that was not handed over yet.",
      tags: ["destructiveHint"],
      inputSchema: needs("parcel_id"),
    }),
    tool("PARCELS_SEND_PARCEL", { name: "Send a parcel", tags: ["createHint"], inputSchema: needs("to", "weight") }),
    tool("PARCELS_LIST_DEPOTS", { name: "List depots" }),
    tool("PARCELS_UPDATE_LABEL", { name: "Update a label", tags: ["updateHint"], inputSchema: needs("label_id") }),
  ]);
  const birds = toolkit("birds", "20260101_00", [tool("BIRDS_COUNT_GULLS", { name: "Count gulls on the beach" })]);
  await load(compiled({ ...parcels, noAuth: false }), compiled(birds), compiled(metaToolkit()));
}
