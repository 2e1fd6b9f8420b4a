/** A window that a URL can open: `?new=1` opens it at once. */
"use client";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { changeSearch } from "../lists/url-state";

/** The search parameter with which a page opens its window for something new. */
export const ASKS_FOR_NEW = "new";

/** `byAddress`: set it for the button whose window the URL opens, if a page has several such buttons. */
export function useAskedWindow(byAddress = false): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  const opensByAddress = useSearchParams().get(ASKS_FOR_NEW) === "1" && byAddress;
  return [
    open || opensByAddress,
    (next) => {
      setOpen(next);
      if (!next && opensByAddress) changeSearch({ [ASKS_FOR_NEW]: "" });
    },
  ];
}
