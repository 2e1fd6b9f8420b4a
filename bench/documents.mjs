// The descriptions of APIs that the bench makes toolkits of.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../scripts/paths.mjs";

const THINGS = `account address agent alert answer article asset badge batch branch budget campaign card case cart
  category channel charge city claim comment company contact contract coupon`.split(/\s+/);

const parameter = (name, where, type) => ({
  ...{ name, in: where, required: where === "path", schema: { type } },
  description: `The ${name} of the thing that is asked for.`,
});

/** The operations of one collection: five of each thing, with bodies and answers by reference. */
function pathsOf(thing) {
  const schema = { $ref: `#/components/schemas/${thing}` };
  const content = { "application/json": { schema } };
  const answers = { 200: { description: "The answer.", content } };
  const byId = [parameter(`${thing}_id`, "path", "string")];
  const operation = (summary, more = {}) => ({ summary, tags: [thing], responses: answers, ...more });
  return {
    [`/${thing}s`]: {
      get: operation(`List the ${thing}s`, { parameters: [parameter("page", "query", "integer")] }),
      post: operation(`Create the ${thing}`, { requestBody: { content } }),
    },
    [`/${thing}s/{${thing}_id}`]: {
      get: operation(`Get the ${thing}`, { parameters: byId }),
      patch: operation(`Update the ${thing}`, { parameters: byId, requestBody: { content } }),
      delete: operation(`Delete the ${thing}`, { parameters: byId }),
    },
  };
}

/**
 * An OpenAPI document of so many operations, without a sign-in.
 * @param {string} title
 * @param {number} operations a multiple of five
 * @param {string} url of its server
 */
export function makeDocument(title, operations, url) {
  const things = Array.from(
    { length: operations / 5 },
    (_, index) => `${THINGS[index % THINGS.length]}_${Math.floor(index / THINGS.length) + 1}`,
  );
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `field_${index}`,
      { type: index % 3 ? "string" : "integer", description: `What the field ${index} holds, in a sentence.` },
    ]),
  );
  const schemas = Object.fromEntries(things.map((thing) => [thing, { type: "object", properties }]));
  return JSON.stringify({
    ...{ openapi: "3.0.3", info: { title, version: "1" }, servers: [{ url }] },
    paths: Object.assign({}, ...things.map(pathsOf)),
    components: { schemas },
  });
}

const SOURCES = inRoot(".cache/catalog/sources");

/** GitHub's own description, which the catalog is compiled from; undefined before the first compilation. */
export function readGithubDocument() {
  const folders = existsSync(SOURCES) ? readdirSync(SOURCES).filter((name) => name.startsWith("octokit-openapi-")) : [];
  const newest = folders.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  const file = newest && path.join(SOURCES, newest, "generated/api.github.com.json");
  return file && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
