/** Who you are, and the way out. */
"use client";
import { LogOut, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { Menu } from "@/components/ui/menu";
import { chooseProject } from "@/lib/contract/client";
import { useSession } from "./use-session";

async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  chooseProject(null);
  await signOut({ callbackUrl: "/login" });
}

export function AccountMenu() {
  const router = useRouter();
  const user = useSession().data?.user;
  const shown = user?.name ?? user?.email ?? "";
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
            { key: "sign-out", label: "Sign out", Icon: LogOut, onSelect: () => void leave() },
          ],
        },
      ]}
      trigger={
        <button
          type="button"
          aria-label={shown ? `Account of ${shown}` : "Account"}
          className="flex size-8 items-center justify-center rounded-full border bg-surface text-xs font-medium uppercase hover:bg-hover pointer-coarse:size-10"
        >
          {shown.charAt(0)}
        </button>
      }
    />
  );
}
