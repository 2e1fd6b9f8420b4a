/** The schema of the list of allowed hosts: an operation's body. */
import { workbenchApi } from "@/lib/workbench/contract";

export const Hosts = workbenchApi.setWorkbenchEgress.body;
