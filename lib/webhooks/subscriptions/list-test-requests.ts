/** The requests to a test receiver, for the people of its project. */
import { db } from "@/lib/kernel/database/db";
import { clearTestRequests, findTestRequests } from "../inbox/store-test-request";
import { requireSubscription } from "./subscriptions";

/** @throws ApiError NotFound for a subscription of another project */
export async function listTestRequests(projectId: string, id: string): ReturnType<typeof findTestRequests> {
  await requireSubscription(projectId, id);
  return findTestRequests(projectId, id);
}

/** @throws ApiError NotFound for a subscription of another project */
export async function deleteTestRequests(projectId: string, id: string): Promise<void> {
  await requireSubscription(projectId, id);
  await clearTestRequests(db, projectId, id);
}
