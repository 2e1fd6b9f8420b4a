/** Names of tools as commands. */
import { describe, expect, it } from "vitest";
import { commandName } from "./give-command-names";

const nameOf = (name: string, slug = "SHOP_X") => commandName(name, slug, "SHOP_");

describe("a name", () => {
  it.each([
    ["Sends a message to a channel", "Send a message to a channel"],
    ["Retrieves labels", "Retrieve labels"],
    ["Copies the sheet", "Copy the sheet"],
    ["Searches all files", "Search all files"],
    ["Dismisses a review", "Dismiss a review"],
    ["Creates or updates a contact", "Create or update a contact"],
    ["Gets a user by id", "Get a user by ID"],
    ["List ids of users", "List IDs of users"],
  ])("becomes a command if it describes the action: %j, now %j", (input, name) => expect(nameOf(input)).toBe(name));

  it.each([
    "Updates of a status page",
    "Lists",
    "Reports overview",
    "Posts per page",
    "Get id_token claims",
    "Create a rapid id/name pair",
  ])("stays if it begins with a thing or contains no ID: %j", (name) => expect(nameOf(name)).toBe(name));

  it("comes from the slug if it says a thing twice, as a path does", () => {
    expect(nameOf("Get prices price", "SHOP_GET_PRICE")).toBe("Get a price");
    expect(nameOf("Post invoices invoice pay", "SHOP_PAY_INVOICE")).toBe("Pay an invoice");
    expect(nameOf("Get invoices invoice lines", "SHOP_LIST_INVOICE_LINES")).toBe("List invoice lines");
    expect(nameOf("Get tag tag group", "SHOP_GET_TAG_TAG_GROUP")).toBe("Get tag tag group");
    expect(nameOf("List lists of a list", "SHOP_LIST_LISTS")).toBe("List lists of a list");
  });

  it("comes from the slug if it is only the method and the path", () => {
    expect(nameOf("Post customers", "SHOP_CREATE_CUSTOMER")).toBe("Create customer");
    expect(nameOf("Put customers by id", "SHOP_UPDATE_CUSTOMER_ID")).toBe("Update customer ID");
    expect(nameOf("Post a message", "SHOP_SEND_MESSAGE")).toBe("Post a message");
    expect(nameOf("Post customers", "SHOP_POST_CUSTOMERS")).toBe("Post customers");
  });
});
