/** A link to the steps by which an app is registered: a guide of this installation, or the provider's. */
import { findAppGuide } from "./app-guide";

export const AppGuideLink = ({ url }: { url: string }) => (
  <a href={findAppGuide(url) ?? url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
    How to register an app
  </a>
);
