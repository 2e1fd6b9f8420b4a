/** The signed-in person, and the way to sign out. */
"use client";
import { Keyboard, ListChecks, LogOut, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { forgetRecent } from "@/components/palette/recent";
import { SHOW_SHORTCUTS } from "@/components/parts/lists/is-shortcut";
import { useToast } from "@/components/parts/shell/toast";
import { cn } from "@/components/ui/cn";
import { Menu } from "@/components/ui/menu";
import { chooseProject } from "@/lib/contract/client";
import { useSession } from "./use-session";

/** Opens the sign-in page after the server has ended the session; returns false if the server could not end it. */
async function leave(): Promise<boolean> {
  const { signOut } = await import("next-auth/react");
  // Its type leaves out that a refusal has no address.
  const answer: { url?: string } | undefined = await signOut({ redirect: false, callbackUrl: "/login" }).catch(
    () => undefined,
  );
  if (!answer?.url) return false;
  chooseProject(null);
  // The tab can hold the key of a model, and arguments that somebody typed.
  window.sessionStorage.clear();
  forgetRecent();
  window.location.href = answer.url;
  return true;
}

export function AccountMenu() {
  const router = useRouter();
  const toast = useToast();
  const signOut = async () => {
    if (!(await leave())) toast("Couldn’t sign you out. Try again.", { tone: "error" });
  };
  const user = useSession().data?.user;
  const displayName = user?.name ?? user?.email ?? "";
  const label = user ? (
    <>
      {user.name ? <span className="block text-sm text-ink">{user.name}</span> : null}
      {user.email}
    </>
  ) : null;
  return (
    <Menu
      sections={[
        {
          key: "account",
          label,
          items: [
            { key: "profile", label: "Profile", Icon: UserRound, onSelect: () => router.push("/settings/profile") },
            {
              key: "getting-started",
              label: "Getting started",
              Icon: ListChecks,
              onSelect: () => router.push("/getting-started"),
            },
            {
              key: "shortcuts",
              label: "Keyboard shortcuts",
              Icon: Keyboard,
              onSelect: () => window.dispatchEvent(new Event(SHOW_SHORTCUTS)),
            },
            { key: "sign-out", label: "Sign out", Icon: LogOut, onSelect: () => void signOut() },
          ],
        },
      ]}
      trigger={
        <button
          type="button"
          aria-label={displayName ? `Account of ${displayName}` : "Account"}
          className={cn(
            "flex size-8 items-center justify-center",
            "rounded-full border bg-surface text-xs font-medium uppercase",
            "hover:bg-hover pointer-coarse:size-10",
          )}
        >
          {displayName.charAt(0)}
        </button>
      }
    />
  );
}
