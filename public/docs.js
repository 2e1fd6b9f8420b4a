/* The documentation: copies code, shows one language, fades what is cut, changes the theme, and opens the search. */
(function () {
  "use strict";
  const COPIED_MS = 1600;
  const YEAR_SECONDS = 31536000;
  const MAX_WAIT_MS = 120;

  document.documentElement.dataset.scripted = "";

  /** Pages by plain http have no clipboard for scripts. */
  function copySelected(code) {
    const selection = getSelection();
    selection.selectAllChildren(code);
    const done = document.execCommand("copy");
    selection.removeAllRanges();
    return done;
  }

  async function copy(button) {
    const code = button.closest("[data-code]").querySelector("code");
    const done = await navigator.clipboard
      ?.writeText(code.textContent)
      .then(() => true, () => copySelected(code)) ?? copySelected(code);
    const label = button.title;
    button.toggleAttribute("data-copied", done);
    button.setAttribute("aria-label", done ? "Copied" : "Not copied");
    setTimeout(() => {
      button.removeAttribute("data-copied");
      button.setAttribute("aria-label", label);
    }, COPIED_MS);
  }

  function changeTheme(button) {
    const theme = button.dataset.nextTheme;
    const isSystem = theme === "system";
    const age = isSystem ? 0 : YEAR_SECONDS;
    document.cookie = `patchbay-theme=${isSystem ? "" : theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
    if (isSystem) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const other of document.querySelectorAll("[data-theme-button]"))
      other.hidden = other.dataset.themeButton !== theme;
    document.querySelector(`[data-theme-button="${theme}"]`)?.focus();
  }

  /** Marks the edges of wide code and tables that hide some of it. */
  function watchEdges(box) {
    const measure = () => {
      box.toggleAttribute("data-more-before", box.scrollLeft > 1);
      box.toggleAttribute("data-more-after", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    };
    new ResizeObserver(measure).observe(box);
    box.addEventListener("scroll", measure, { passive: true });
  }

  const TAB_KEY = "patchbay-docs-language";
  const tabsOf = (group) => [...group.querySelectorAll("[role=tab]")];

  /** The reader's choice, on any page. Browsers can refuse to keep it. */
  let language = null;
  try {
    language = localStorage.getItem(TAB_KEY);
  } catch {}

  /** Shows the panel of the language in each group that has it. The browser can search the others. */
  function showTabs() {
    for (const group of document.querySelectorAll("[data-tabs]")) {
      const tabs = tabsOf(group);
      const chosen =
        tabs.find((tab) => tab.textContent === language) ??
        tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ??
        tabs[0];
      for (const tab of tabs) {
        const isChosen = tab === chosen;
        tab.setAttribute("aria-selected", String(isChosen));
        tab.tabIndex = isChosen ? 0 : -1;
        const panel = document.getElementById(tab.getAttribute("aria-controls"));
        if (!panel) continue;
        panel.hidden = !isChosen && "until-found";
        panel.ariaHidden = isChosen ? null : "true";
        panel.setAttribute("role", "tabpanel");
        panel.setAttribute("aria-labelledby", tab.id);
      }
    }
  }

  /** The tab stays where it is on the screen, whatever the panels above it do. */
  function chooseTab(tab) {
    const { top } = tab.getBoundingClientRect();
    language = tab.textContent;
    try {
      localStorage.setItem(TAB_KEY, language);
    } catch {}
    showTabs();
    tab.focus({ preventScroll: true });
    scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: "instant" });
  }

  function showPanel(panel) {
    language = document.querySelector(`[aria-controls="${panel.id}"]`).textContent;
    showTabs();
  }

  /** Shows the part that an address names. Returns whether it is there. */
  function openPart(hash) {
    let name = hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {}
    const part = name && document.getElementById(name);
    const panel = part && part.closest("[data-panel]");
    if (!panel?.hidden) return Boolean(part);
    showPanel(panel);
    part.scrollIntoView();
    return true;
  }

  // Tabs are shown as soon as they arrive, before they are drawn.
  let isOpened = false;
  const arrival = new MutationObserver(() => {
    showTabs();
    isOpened ||= openPart(location.hash);
  });
  arrival.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => arrival.disconnect());
  addEventListener("hashchange", () => openPart(location.hash));
  document.addEventListener("beforematch", ({ target }) => target.matches("[data-panel]") && showPanel(target));

  const watchBoxes = () => document.querySelectorAll('main [role="group"][tabindex="0"]').forEach(watchEdges);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watchBoxes);
  else watchBoxes();

  const findWindow = () => document.getElementById("docs-search");
  let selected = -1;
  let timer = 0;
  let searches = 0;
  /** The words whose results are shown. */
  let shownWords = "";

  /** The window with its parts. */
  function partsOf(dialog) {
    const input = dialog.querySelector("input");
    return { input, list: dialog.querySelector("[role=listbox]"), status: dialog.querySelector("[data-status]") };
  }

  function select(dialog, index) {
    const { input, list } = partsOf(dialog);
    const rows = [...list.children];
    selected = rows.length === 0 ? -1 : (index + rows.length) % rows.length;
    for (const [position, row] of rows.entries()) row.setAttribute("aria-selected", String(position === selected));
    const row = rows[selected];
    if (row) input.setAttribute("aria-activedescendant", row.id);
    else input.removeAttribute("aria-activedescendant");
    row?.scrollIntoView({ block: "nearest" });
  }

  function show(dialog, results, message) {
    const { input, list, status } = partsOf(dialog);
    const template = dialog.querySelector("[data-row]").firstElementChild;
    list.replaceChildren(
      ...results.map(({ address, title, heading, excerpt }, index) => {
        const row = template.cloneNode(true);
        row.id = `docs-search-${index}`;
        row.dataset.address = address;
        row.querySelector("[data-heading]").textContent = heading || title;
        row.querySelector("[data-title]").textContent = heading ? `in ${title}` : "";
        row.querySelector("[data-excerpt]").textContent = excerpt;
        return row;
      }),
    );
    input.setAttribute("aria-expanded", String(results.length > 0));
    status.textContent = message;
    select(dialog, 0);
  }

  /** Finds the words as typed now; results of an earlier search are dropped. */
  async function search(dialog) {
    const words = partsOf(dialog).input.value.trim();
    const number = ++searches;
    if (!words) return show(dialog, [], "");
    try {
      const answer = await fetch(`/api/docs/search?q=${encodeURIComponent(words)}`);
      if (!answer.ok) throw new Error(String(answer.status));
      const { results } = await answer.json();
      if (number !== searches) return;
      shownWords = words;
      show(dialog, results, results.length > 0 ? "" : "Nothing has these words. Try fewer or other words.");
    } catch {
      if (number === searches) show(dialog, [], "Couldn’t search. Check the connection and type again.");
    }
  }

  function follow(row) {
    findWindow().close();
    location.assign(row.dataset.address);
  }

  /** Follows the chosen row. Rows of words that were typed before are searched again first. */
  async function followChoice(dialog) {
    const { input, list } = partsOf(dialog);
    if (input.value.trim() !== shownWords) {
      clearTimeout(timer);
      await search(dialog);
    }
    const row = list.children[selected];
    if (row && input.value.trim() === shownWords) follow(row);
  }

  function open(dialog) {
    const { input } = partsOf(dialog);
    if (!dialog.open) dialog.showModal();
    input.select();
    input.focus();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-next-theme], [data-tabs] [role=tab]");
    const link = event.target.closest('a[href^="#"]');
    if (link) openPart(link.hash);
    else if (button?.matches("[data-copy]")) void copy(button);
    else if (button?.matches("[role=tab]")) chooseTab(button);
    else if (button) changeTheme(button);
    // The surface behind the window belongs to it.
    else if (event.target === findWindow()) event.target.close();
    else {
      const row = event.target.closest("#docs-search [data-address]");
      if (row) follow(row);
    }
  });

  document.addEventListener("input", (event) => {
    const dialog = event.target.closest("#docs-search");
    if (!dialog) return;
    clearTimeout(timer);
    timer = setTimeout(() => void search(dialog), MAX_WAIT_MS);
  });

  function onKeyOfSearch(event, dialog) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) select(dialog, selected + steps[event.key]);
    else if (event.key === "Enter") void followChoice(dialog);
    else return;
    event.preventDefault();
  }

  function onKeyOfTabs(event, tab) {
    const tabs = tabsOf(tab.closest("[data-tabs]"));
    const index = tabs.indexOf(tab);
    const places = { ArrowRight: index + 1, ArrowLeft: index - 1 + tabs.length, Home: 0, End: tabs.length - 1 };
    if (!(event.key in places)) return;
    event.preventDefault();
    chooseTab(tabs[places[event.key] % tabs.length]);
  }

  document.addEventListener("keydown", (event) => {
    const tab = event.target.closest?.("[data-tabs] [role=tab]");
    if (tab && !event.altKey && !event.ctrlKey && !event.metaKey) return onKeyOfTabs(event, tab);
    const dialog = findWindow();
    if (!dialog) return;
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      open(dialog);
    } else if (event.target.closest?.("#docs-search")) onKeyOfSearch(event, dialog);
  });
})();
