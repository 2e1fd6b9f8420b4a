/** The role of a member: what this person can do is in `roles.ts`. */
import type { ROLES } from "./people/members.contract";

/** A member's role in an organization, as its row stores it. */
export type Role = (typeof ROLES)[number];
