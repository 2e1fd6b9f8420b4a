// Guards of lib/kernel.

/** @type {import("./mutate.mjs").Mutation[]} */
export const kernel = [
  {
    name: "a sealed value opens in another place",
    file: "lib/kernel/vault.ts",
    from: "  decipher.setAAD(associated(place));\n",
    to: '  decipher.setAAD(associated({ ...place, rowId: "" }));\n',
    tests: ["lib/kernel/vault.test.ts"],
  },
  {
    name: "sealed values are bound to no place",
    file: "lib/kernel/vault.ts",
    from: "Buffer.from(JSON.stringify([VERSION, place.projectId, place.rowId, place.column]))",
    to: "Buffer.from(JSON.stringify([VERSION]))",
    tests: ["lib/kernel/vault.test.ts"],
  },
  {
    name: "a live lease of an idempotency key is stolen",
    file: "lib/kernel/idempotency-rows.ts",
    from: "AND k.lease_until < clock_timestamp())\n",
    to: ")\n",
    tests: ["lib/execution/execute-once.db.test.ts", "lib/execution/execute-once-processes.db.test.ts"],
  },
];
