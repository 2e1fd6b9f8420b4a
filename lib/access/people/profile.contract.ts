/** The data that people read and change about their own account. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

/**
 * An email that browsers accept in an email field (a server's own `root@localhost` too). Compared without regard to
 * case.
 */
export const Email = z
  .string()
  .max(1000)
  .trim()
  .toLowerCase()
  .pipe(
    z
      .email({ pattern: z.regexes.html5Email, error: "must be an email address such as ada@example.com" })
      .max(254, "must have at most 254 characters"),
  );

/**
 * Rules for a new password. Only the length counts: rules about kinds of characters make passwords worse, not better.
 */
export const Password = z
  .string()
  .min(10, "must have at least 10 characters; a sentence is easy to remember and hard to guess")
  .max(200, "must have at most 200 characters");

const Profile = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().optional(),
  /** False for people who sign in through the OpenID provider alone. */
  has_password: z.boolean(),
  created_at: z.iso.datetime(),
});

export const profileApi = {
  getProfile: operation({
    id: "getProfile",
    ...{ forSetUp: true, forConfined: true },
    method: "GET",
    path: "/api/v3/internal/patchbay/profile",
    own: true,
    tag: "Session",
    auth: "user",
    permission: "profile:read",
    audit: "none",
    summary: "Read your own profile",
    response: Profile,
  }),
  updateProfile: operation({
    id: "updateProfile",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/profile",
    own: true,
    tag: "Session",
    auth: "user",
    permission: "profile:write",
    audit: "profile.update",
    summary: "Change your name; an empty value removes it",
    body: z.object({ name: z.string().trim().max(100, "must have at most 100 characters") }),
    response: Profile,
  }),
  changePassword: operation({
    id: "changePassword",
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/password",
    own: true,
    tag: "Session",
    auth: "user",
    permission: "profile:write",
    audit: "profile.change_password",
    summary: "Change your password; all your other sessions end",
    body: z.object({
      current_password: z.string().min(1, "must be your present password").max(200),
      new_password: Password,
    }),
    response: z.object({ success: z.boolean() }),
  }),
  signOutEverywhere: operation({
    id: "signOutEverywhere",
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/sign_out_everywhere",
    own: true,
    tag: "Session",
    auth: "user",
    permission: "profile:write",
    audit: "profile.sign_out_everywhere",
    summary: "End all your sessions, including this one",
    response: z.object({ success: z.boolean() }),
  }),
};
