// Guards of lib/find.

const WRONG_RESULTS = ["lib/find/wrong-results/wrong-results.db.test.ts"];
const FILE = "lib/find/wrong-results/wrong-results.ts";

const RECIPES = ["lib/find/own-recipes/recipes.db.test.ts"];
const RECIPE_FILE = "lib/find/own-recipes/recipes.ts";

/** @type {import("./mutate.mjs").Mutation[]} */
export const find = [
  {
    name: "another project's wrong result is deleted",
    file: FILE,
    from: "deleteMany({ where: { projectId, id } })",
    to: "deleteMany({ where: { id } })",
    tests: WRONG_RESULTS,
  },
  {
    name: "wrong results pile up",
    file: FILE,
    from: "await changeIn(tx, DROP_OLDEST, [projectId, MOST_WRONG_RESULTS, outcome === undefined]);",
    to: "",
    tests: WRONG_RESULTS,
  },
  {
    name: "wrong results that are marked together pile up",
    file: FILE,
    from: "await changeIn(tx, LOCK, [projectId]);",
    to: "",
    tests: WRONG_RESULTS,
  },
  {
    name: "another project's recipe is read",
    file: RECIPE_FILE,
    from: "db.ownRecipe.findFirst({ where: { projectId, id } })",
    to: "db.ownRecipe.findFirst({ where: { id } })",
    tests: RECIPES,
  },
  {
    name: "recipes that are kept together pile up",
    file: RECIPE_FILE,
    from: "await changeIn(tx, LOCK, [projectId]);",
    to: "",
    tests: RECIPES,
  },
  {
    name: "a recipe is written over what somebody else has changed",
    file: RECIPE_FILE,
    from: "throw changed(slug);",
    to: "",
    tests: RECIPES,
  },
  {
    name: "another project's recipe is deleted",
    file: RECIPE_FILE,
    from: "deleteMany({ where: { projectId, id } })",
    to: "deleteMany({ where: { id } })",
    tests: RECIPES,
  },
];
