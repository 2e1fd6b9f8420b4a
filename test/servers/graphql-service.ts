/** A GraphQL service on loopback, by the official implementation of the language. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { buildSchema, graphql, parse, specifiedRules, validate, NoSchemaIntrospectionCustomRule } from "graphql";

const SCHEMA = `
"A parcel on its way."
type Parcel { id: ID!  city: String!  state: State!  next: Parcel  price(currency: String!): Float }
enum State { WAITING SENT LOST }
input Place { "Where the receiver lives" city: String!  lines: [String!]  floor: Int }
type Query {
  "Finds a parcel by its ID."
  parcel("ID of the parcel" id: ID!): Parcel
  parcels(states: [State!], first: Int = 10): [Parcel!]!
  version: String!
  oldParcels: [Parcel!]! @deprecated(reason: "Use parcels")
}
type Mutation { "Sends a parcel." sendParcel(to: Place!, note: String): Parcel! }
`;

const toParcel = (id: string, city: string) => ({ id, city, state: "SENT", next: null });
const ROOT = {
  parcel: ({ id }: { id: string }) => toParcel(id, "Turin"),
  parcels: ({ first }: { first: number }) => [toParcel("p1", "Turin"), toParcel("p2", "Rome")].slice(0, first),
  version: () => "7",
  oldParcels: () => [],
  sendParcel: ({ to }: { to: { city: string } }) => toParcel("p3", to.city),
};

export type GraphqlService = {
  /** `/graphql` shows its schema, `/closed` hides it, `/locked` expects the key, `/silent` never answers. */
  url: string;
  requests: { path: string; key: string | undefined }[];
  stop: () => Promise<void>;
};

/** @param expectedKey of `/locked`, in the header X-Key */
export async function startGraphqlService(expectedKey: string): Promise<GraphqlService> {
  const schema = buildSchema(SCHEMA);
  const requests: GraphqlService["requests"] = [];
  const answer = async (path: string, { query, variables }: { query: string; variables?: object }) => {
    const rules = path === "/closed" ? [...specifiedRules, NoSchemaIntrospectionCustomRule] : specifiedRules;
    const errors = validate(schema, parse(query), rules);
    if (errors.length > 0) return { errors };
    return graphql({ schema, source: query, rootValue: ROOT, variableValues: { ...variables } });
  };
  const server = createServer((request, response) => {
    const { url: path = "", headers } = request;
    const key = [headers["x-key"]].flat()[0];
    requests.push({ path, key });
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (path === "/silent") return;
    if (path === "/locked" && key !== expectedKey) return void send(401, { errors: [{ message: "Who are you?" }] });
    if (!/^\/(graphql|closed|locked)$/.test(path)) return void send(404, {});
    void text(request)
      .then((body) => answer(path, JSON.parse(body) as { query: string }))
      .then((result) => send(200, result))
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    ...{ requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
