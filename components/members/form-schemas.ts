/** What the forms of members take. Loaded after the page, because the schemas are large. */
import { accessApi } from "@/lib/access/contract";

export const NewInvitation = accessApi.createInvitation.body;
export const NewRole = accessApi.changeMemberRole.body;
export const NewOrganizationName = accessApi.updateOrganization.body;
