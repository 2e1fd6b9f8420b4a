/** What the list of allowed hosts takes: an operation's body. */
import { workbenchApi } from "@/lib/workbench/contract";

export const Hosts = workbenchApi.setWorkbenchEgress.body;
