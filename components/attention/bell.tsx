/** The bell above every page: the number of things that wait for a person, their pages, and notices by choice. */
"use client";
import { Bell as BellIcon, BellOff, BellRing } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { countAttention, toAttentionItems, type Attention } from "./attention-data";
import { useAttention } from "./use-attention";
import { useNotices } from "./use-notices";

const BADGE =
  "absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-amber-tint px-1 text-center text-[10px] leading-4 " +
  "font-medium text-amber tabular-nums";

export function Bell() {
  const router = useRouter();
  const { data } = useAttention({ polls: true });
  const notices = useNotices(data);
  const count = data ? countAttention(data) : 0;
  const label = count === 0 ? "Nothing needs attention" : `${count > 99 ? "99+" : count} need attention`;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={label} title={label} className="relative">
          <BellIcon aria-hidden />
          {count > 0 ? (
            <span aria-hidden className={BADGE}>
              {count > 99 ? "99+" : count}
            </span>
          ) : null}
        </Button>
      }
      sections={[
        {
          key: "attention",
          label: count === 0 ? "Nothing needs attention" : "Needs attention",
          items: toItems(data, router.push),
        },
        {
          key: "notices",
          items: [
            notices.on
              ? { key: "off", label: "Turn off browser notifications", Icon: BellOff, onSelect: notices.stop }
              : { key: "on", label: "Turn on browser notifications", Icon: BellRing, onSelect: notices.start },
          ],
        },
      ]}
    />
  );
}

const toItems = (data: Attention | undefined, open: (href: string) => void) =>
  data ? toAttentionItems(data).map(({ key, label, href }) => ({ key, label, onSelect: () => open(href) })) : [];
