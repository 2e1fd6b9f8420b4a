/** Saved views come after the page: they are read from the server anyway. */
"use client";
import dynamic from "next/dynamic";

export const SavedViews = dynamic(() => import("./saved-views").then(({ SavedViews }) => SavedViews), { ssr: false });
export const SaveView = dynamic(() => import("./save-view").then(({ SaveView }) => SaveView), { ssr: false });
