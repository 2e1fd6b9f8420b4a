/** A window that an address may ask for: `?new=1` opens it at once. */
"use client";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { changeSearch } from "../lists/url-state";

/** In the address: the page opens its window for something new. */
export const ASKS_FOR_NEW = "new";

/** `byAddress`: of several such buttons on a page, the one that the address speaks of. */
export function useAskedWindow(byAddress = false): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  const asked = useSearchParams().get(ASKS_FOR_NEW) === "1" && byAddress;
  return [
    open || asked,
    (next) => {
      setOpen(next);
      if (!next && asked) changeSearch({ [ASKS_FOR_NEW]: "" });
    },
  ];
}
