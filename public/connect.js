/* Patchbay: opens a connect link in a popup and says how it ended. See docs/connect-users/connect-popup.md. */
(function (global) {
  "use strict";
  var WIDTH = 480;
  var HEIGHT = 760;

  /**
   * @param {string} url the redirect_url of a link
   * @param {{onSuccess?: Function, onFailure?: Function}} [handlers] get {status, connected_account_id, error?, error_description?}
   * @returns {{close: Function}} closes the popup
   */
  function connect(url, handlers) {
    var callbacks = handlers || {};
    var link = new URL(url, global.location.href);
    var plain = link.href;
    if (link.protocol !== "https:" && link.protocol !== "http:") throw new TypeError("Patchbay.connect needs the http(s) address of a connect link.");
    link.searchParams.set("popup", "1");
    var left = Math.max(0, Math.round(global.screenX + (global.outerWidth - WIDTH) / 2));
    var top = Math.max(0, Math.round(global.screenY + (global.outerHeight - HEIGHT) / 2));
    var popup = global.open(link.href, "patchbay_connect", "popup,width=" + WIDTH + ",height=" + HEIGHT + ",left=" + left + ",top=" + top);
    if (!popup) {
      // A browser that blocks popups: the person comes back by the link's callback_url.
      global.location.assign(plain);
      return { close: function () {} };
    }
    var timer = 0;
    function finish(result) {
      global.removeEventListener("message", listen);
      global.clearInterval(timer);
      var handler = result.status === "success" ? callbacks.onSuccess : callbacks.onFailure;
      if (handler) handler(result);
    }
    function listen(event) {
      var data = event.data;
      if (event.origin !== link.origin || !data || data.type !== "patchbay.connection" || data.connected_account_id === undefined) return;
      if (event.source && event.source !== popup) return;
      finish({ status: data.status, connected_account_id: data.connected_account_id, error: data.error, error_description: data.error_description });
    }
    global.addEventListener("message", listen);
    var closed = 0;
    timer = global.setInterval(function () {
      // The message of a popup that has just closed may still be on its way.
      if (popup.closed && ++closed > 3) finish({ status: "closed", error: "popup_closed", error_description: "The window was closed before the connection ended, or its end cannot be seen from here." });
    }, 400);
    return { close: function () { popup.close(); } };
  }

  global.Patchbay = global.Patchbay || {};
  global.Patchbay.connect = connect;
})(window);
