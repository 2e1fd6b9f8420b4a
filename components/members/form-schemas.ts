/** The schemas of the members' forms. Loaded after the page, because they are large. */
import { accessApi } from "@/lib/access/contract";

export const NewInvitation = accessApi.createInvitation.body;
export const NewRole = accessApi.changeMemberRole.body;
export const NewOrganizationName = accessApi.updateOrganization.body;
