/** The effect of a tool comes from its words first, then from its method. */
import { describe, expect, it } from "vitest";
import { effectOf } from "./effect-of";

type Row = readonly [effect: string, slug: string, request: string, name?: string, description?: string];

const effectFor = ([, slug, request, name = "", description = ""]: Row): string => {
  const [method, path] = request.split(" ");
  return effectOf({
    slug,
    name,
    description,
    ...(path ? { request: { method: method as "GET", path } } : {}),
  }).effect;
};

const rows = (...all: Row[]) =>
  it.each(all)("told as %s: %s (%s)", (...row) => expect(effectFor(row as unknown as Row)).toBe(row[0]));

describe("a GET", () => {
  rows(
    ["read", "LIST_DELETED_ITEMS", "GET /items/deleted"],
    ["read", "GET_DELETE_ITEMS_JOB", "GET /delete-jobs/{id}"],
    ["read", "TEAM_SCHEDULE", "GET /schedule/{team}"],
    ["read", "FOLLOW_STATUS_FOR_A_SHOP", "GET /my/follows/{slug}"],
    ["read", "START_MEETING", "GET /meetings/{id}/start", "", "Returns the URL that starts it."],
    ["destroy", "DELETE_AN_ENTIRE_NETWORK", "GET /archive/delete/network"],
    ["destroy", "UNINSTALL_APP_FROM_WORKSPACE", "GET /apps.uninstall"],
    ["destroy", "REVOKES_A_TOKEN", "GET /auth.revoke"],
    ["update", "UPDATE_AN_EXISTING_VIEW", "GET /views.update"],
    ["create", "SEND_MESSAGE", "GET /messages/send"],
  );
});

describe("a POST", () => {
  rows(
    ["read", "USERS_LIST", "POST /users.list"],
    ["read", "ENTRIES_QUERY", "POST /v1/{name}:query"],
    ["read", "ITEM_GET", "POST /item/get"],
    ["read", "READ_BATCH_OF_CONTACTS", "POST /contacts/batch/read"],
    ["read", "PREDICT", "POST /v1/models/{id}:predict"],
    ["read", "CHECK_NAME_AVAILABILITY", "POST /checkNameAvailability"],
    ["read", "CREATE_CHAT_COMPLETION", "POST /chat/completions"],
    ["create", "SEND_MESSAGE", "POST /messages"],
    ["create", "WIDGETS", "POST /widgets"],
    ["create", "GET_OR_CREATE_CHANNEL", "POST /channels/query"],
    ["create", "POST_COMMENTS", "POST /comments", "Returns the new comment", "Returns the newly created comment."],
    ["update", "DISKS_REENCRYPT", "POST /disks/{id}/reencrypt"],
    ["destroy", "CLOSE_A_SESSION", "POST /sessions/{id}/close"],
    ["create", "TEST_WEBHOOK", "POST /webhooks/{id}/test"],
    ["create", "ADD_A_COMMENT_TO_AN_ISSUE", "POST /issues/{id}/comments"],
    ["update", "ADD_USERS_TO_A_GROUP", "POST /groups/{id}/users"],
    ["update", "CREATE_OR_UPDATE_A_PROFILE", "POST /profiles"],
    ["update", "DEVICES_POST", "POST /devices", "Creates or updates a device"],
    ["update", "TRANSFER_A_REPOSITORY", "POST /repos/{repo}/transfer"],
    ["create", "INVENTORY_TRANSFER_POST", "POST /inventoryTransfer"],
    ["update", "ADD_LABELS", "POST /runners/{id}/labels"],
    ["create", "TRIALS_SUGGEST", "POST /v1/{parent}/trials:suggest", "", "Adds trials to a study."],
    ["read", "IMAGES_ANNOTATE", "POST /images:annotate", "", "Runs the detection of faces."],
    ["read", "CONVERT_DOCX_TO_PDF", "POST /convert/docx/to/pdf"],
    ["update", "CONVERT_A_LEAD_TO_A_DEAL", "POST /leads/{id}/convert/deal"],
    ["create", "FINDING_REPORT", "POST /findings/report"],
    ["update", "ARCHIVE_LIST", "POST /lists/{id}/archive"],
    ["update", "ITEMS_UNDELETE", "POST /v1/{name}:undelete"],
    ["update", "RESTORE_A_PAGE", "POST /pages/{id}/restore"],
    ["update", "UNTRASH_MESSAGE", "POST /messages/{id}/untrash"],
    ["update", "DEACTIVATE_USER", "POST /users/{id}/deactivate"],
    ["update", "INSTANCES_SET_DISK_AUTO_DELETE", "POST /instances/{id}/setDiskAutoDelete"],
    ["update", "POST_CUSTOMERS_CUSTOMER", "POST /customers/{customer}"],
    ["destroy", "BULK_DELETE", "POST /bulk"],
    ["destroy", "INVITE_DELETE", "POST /invite"],
    ["destroy", "CANCEL_AN_ORDER", "POST /orders/{id}/cancel"],
    ["destroy", "RUNS_CANCEL", "POST /runs/{id}/cancel"],
    ["destroy", "POLL_EXPIRE", "POST /polls/{id}/expire"],
    ["destroy", "SPAWN_DELETE_ITEMS_JOB", "POST /jobs"],
    ["destroy", "UNLINK_REPO", "POST /repos/{id}/unlink"],
    ["destroy", "REGENERATE_KEYS", "POST /keys/regenerate"],
    ["destroy", "UPDATE_CONTACT_STATUS", "POST /sequences/remove_or_stop_contact_ids"],
    ["create", "CREATE_A_REMOVE_TOKEN", "POST /runners/remove-token"],
    ["destroy", "CONTACTS_ACTION", "POST /contacts/remove_contacts"],
    ["other", "RUN_SQL_QUERY", "POST /query"],
  );
});

describe("a PUT, a PATCH and a DELETE", () => {
  rows(
    ["update", "REPLACE_A_FILE", "PUT /files/{id}"],
    ["update", "STAR_A_REPO", "PUT /user/starred/{repo}"],
    ["update", "CALENDAR_LIST_UPDATE", "PUT /calendarList/{id}"],
    ["create", "CREATE_A_SECRET", "PUT /secrets/{name}"],
    ["update", "CREATE_OR_UPDATE_A_SECRET", "PUT /secrets/{name}"],
    ["destroy", "REMOVE_SHARED_LINK_FROM_FILE", "PUT /files/{id}"],
    ["destroy", "CANCEL_DEPLOYMENT", "PATCH /deployments/{id}/cancel"],
    ["update", "UPDATE_AN_ISSUE", "PATCH /issues/{id}"],
    ["destroy", "UNSTAR_A_REPO", "DELETE /user/starred/{repo}"],
    ["destroy", "LIST_ITEMS_6", "DELETE /lists/{id}"],
    ["update", "UNLOCK_AN_ISSUE", "DELETE /issues/{id}/lock"],
    ["update", "DISABLE_ALERTS", "DELETE /repos/{repo}/alerts"],
    ["destroy", "DISABLES_AND_DELETES_ALERTS", "DELETE /repos/{repo}/alerts"],
  );
});

describe("words elsewhere", () => {
  rows(
    ["update", "ALARM", "POST /alarms/{id}", "Acknowledge an alarm"],
    ["read", "RISK", "POST /portfolio/risk", "", "Computes the risk of a portfolio."],
    ["read", "RISK", "POST /portfolio/risk", "", "This endpoint lets you compute the risk."],
    ["create", "ALARM", "", "Create an alarm"],
    ["other", "WEATHER", "", "Weather", "Wind and rain."],
  );
  it("a long description is read to the third line only, and costs no time", () => {
    const facts = { slug: "THING", name: "", request: { method: "POST" as const, path: "/things" } };
    expect(effectOf({ ...facts, description: `${"[] ".repeat(100_000)}delete it` }).effect).toBe("create");
  });
});
