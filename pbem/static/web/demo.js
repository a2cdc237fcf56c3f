/* The demo's seat: mails refresh by themselves, and the table beside them with them. */
(() => {
  "use strict";

  const typing = () => {
    const box = document.getElementById("text");
    return Boolean(box && box.value.trim());
  };

  const head = (state) => state.split(".")[0];
  const frame = document.getElementById("beside");
  const mails = document.getElementById("mails");
  let shown = mails ? mails.dataset.state : "";
  let tab = "map";

  /* The table opens at its map, later at whatever its reader had open. A fragment in the address
     would scroll this page away from the mail. */
  const opened = () => {
    const link = frame.contentDocument.querySelector(`.tabs [data-to="${tab}"]`);
    if (link) {
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    }
  };
  if (frame) {
    frame.addEventListener("load", opened);
    if (frame.contentDocument && frame.contentDocument.readyState === "complete") {
      opened();
    }
  }

  const beside = () => {
    const page = frame && frame.contentDocument;
    const box = page && page.getElementById("lines");
    if (page && !(box && box.value.trim())) {
      tab = page.body.dataset.tab || tab;
      frame.src = frame.getAttribute("src");
    }
  };

  /* What somebody is writing is never taken away. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status === 200 && typing()) {
      event.detail.shouldSwap = false;
    }
  });

  document.addEventListener("htmx:afterSettle", () => {
    const mails = document.getElementById("mails");
    if (!mails || mails.dataset.state === shown) {
      return;
    }
    const moved = head(mails.dataset.state) !== head(shown);
    shown = mails.dataset.state;
    if (moved) {
      beside();
    }
  });
})();
