/** GitHub tools that are more than one request, and named operations of its GraphQL API. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";
import { commitFiles } from "./commit-files";
import { graphqlHandlers } from "./graphql";
import { pullRequestFromBranch } from "./pull-requests";
import { readFile } from "./read-file";

export const handlers: ToolHandlers = { commitFiles, pullRequestFromBranch, readFile, ...graphqlHandlers };
