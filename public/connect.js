/* Patchbay: shows a connect link in a popup or in a frame, and says how it ended. See docs/connect-users/connect-popup.md. */
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
    var plain = new URL(url, global.location.href).href;
    var link = linkOf(url, "popup");
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

  /** The address of a link with a parameter, as a URL. */
  function linkOf(url, name) {
    var link = new URL(url, global.location.href);
    if (link.protocol !== "https:" && link.protocol !== "http:") throw new TypeError("Patchbay needs the http(s) address of a connect link.");
    link.searchParams.set(name, "1");
    return link;
  }

  /**
   * Shows a link inside the page. The project must list the page's origin (connect_frame_origins).
   * @param {string} url the redirect_url of a link
   * @param {Element} container where the frame is shown
   * @param {{onOpened?: Function, onConnected?: Function, onFailed?: Function, onClosed?: Function, title?: string}} [handlers]
   * @returns {{close: Function}} removes the frame
   */
  function frame(url, container, handlers) {
    var callbacks = handlers || {};
    var link = linkOf(url, "frame");
    var element = global.document.createElement("iframe");
    element.title = callbacks.title || "Connect an account";
    element.src = link.href;
    // By properties, because a page's policy may refuse style attributes.
    element.style.width = "100%";
    element.style.height = "420px";
    element.style.border = "0";
    var opened = false;
    var over = false;
    function call(name, value) {
      if (callbacks[name]) callbacks[name](value);
    }
    function listen(event) {
      var data = event.data;
      if (event.origin !== link.origin || event.source !== element.contentWindow || !data) return;
      if (data.type === "patchbay.frame") {
        if (data.event === "opened" && !opened) {
          opened = true;
          call("onOpened");
        }
        if (data.event === "resize" && data.height > 0) element.style.height = Math.min(Math.ceil(data.height), 4000) + "px";
      } else if (data.type === "patchbay.connection") {
        over = data.status === "success";
        var result = { status: data.status, connected_account_id: data.connected_account_id, error: data.error, error_description: data.error_description };
        call(over ? "onConnected" : data.status === "closed" ? "onClosed" : "onFailed", result);
      }
    }
    global.addEventListener("message", listen);
    container.appendChild(element);
    return {
      close: function () {
        if (!element.parentNode) return;
        global.removeEventListener("message", listen);
        element.parentNode.removeChild(element);
        if (!over) call("onClosed", { status: "closed" });
      },
    };
  }

  /**
   * Adds a button that connects an account in a popup.
   * @param {Element} container where the button is shown
   * @param {{getLink: Function, label?: string, onOpened?: Function, onConnected?: Function, onFailed?: Function, onClosed?: Function}} options
   *   getLink asks the app's own server for a link: it returns a redirect_url, or a promise of it
   * @returns {HTMLButtonElement}
   */
  function button(container, options) {
    var element = global.document.createElement("button");
    element.type = "button";
    element.className = "patchbay-connect";
    element.textContent = options.label || "Connect an account";
    function call(name, value) {
      if (options[name]) options[name](value);
    }
    function done(result) {
      element.disabled = false;
      call(result.status === "success" ? "onConnected" : result.status === "closed" ? "onClosed" : "onFailed", result);
    }
    element.addEventListener("click", function () {
      element.disabled = true;
      // Opened in the click itself: a browser blocks a window that opens after an answer.
      var popup = global.open("", "patchbay_connect", "popup,width=" + WIDTH + ",height=" + HEIGHT);
      Promise.resolve()
        .then(options.getLink)
        .then(function (url) {
          connect(url, { onSuccess: done, onFailure: done });
          call("onOpened");
        })
        .catch(function (error) {
          if (popup) popup.close();
          done({ status: "failed", error: "no_link", error_description: String((error && error.message) || error) });
        });
    });
    container.appendChild(element);
    return element;
  }

  global.Patchbay = global.Patchbay || {};
  global.Patchbay.connect = connect;
  global.Patchbay.frame = frame;
  global.Patchbay.button = button;
})(window);
