/** What the form of the sign-in takes. Loaded after the page, because the schemas are large. */
export { SignInFields } from "@/lib/oauth-server/sign-in-settings.contract";
