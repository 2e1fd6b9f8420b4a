/** The script of a connect page in a frame that leads to the provider's consent. */

/**
 * Opens the provider's consent in a window of its own, because providers refuse frames, and passes its end on. The
 * window is a page of this server when it ends, so only messages of this server's origin and of that window count.
 */
export const CONSENT_SCRIPT =
  '(function(){var d=document.getElementById("frame").dataset,f=document.querySelector("form[method=post]"),w,t;' +
  "function end(m){clearInterval(t);parent.postMessage(m,d.origin)}" +
  'f.addEventListener("submit",function(e){if(e.submitter&&e.submitter.value==="cancel"){f.removeAttribute("target");return}' +
  'w=window.open("","patchbay_consent","popup,width=480,height=760");if(!w){e.preventDefault();' +
  'return end({type:"patchbay.connection",status:"closed",error:"popup_blocked"})}' +
  'f.setAttribute("target","patchbay_consent");f.setAttribute("action","?popup=1&lang="+document.documentElement.lang);' +
  "clearInterval(t);var n=0;t=setInterval(function(){if(w.closed&&++n>3)" +
  'end({type:"patchbay.connection",status:"closed",error:"popup_closed"})},400)});' +
  'addEventListener("message",function(e){var m=e.data;' +
  'if(e.origin!==location.origin||!w||e.source&&e.source!==w||!m||m.type!=="patchbay.connection")return;end(m);' +
  'if(m.status==="success"){document.getElementById("ask").hidden=true;document.getElementById("done").hidden=false}' +
  "})})();";
