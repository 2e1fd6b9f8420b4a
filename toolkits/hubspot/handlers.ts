/** HubSpot tools that are more than one request. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";
import { recordHandlers } from "./records";

export const handlers: ToolHandlers = { ...recordHandlers };
