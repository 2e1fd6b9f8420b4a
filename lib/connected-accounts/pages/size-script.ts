/**
 * The script of every connect page in a frame. Scripts in a frame send messages only to the origin that the page names,
 * and a message never has a token. A page outside of a frame has none of them.
 */

/** Reports the page and its height to the app. */
export const SIZE_SCRIPT =
  '(function(){var o=document.querySelector("[data-origin]").dataset.origin;' +
  "function say(m){parent.postMessage(m,o)}" +
  'say({type:"patchbay.frame",event:"opened"});' +
  'new ResizeObserver(function(){say({type:"patchbay.frame",event:"resize",height:Math.ceil(document.body.scrollHeight)})})' +
  ".observe(document.body)})();";
