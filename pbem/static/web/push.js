/* Asks this browser to show "your turn"; offered only where the server has keys for it. */
(() => {
  "use strict";

  const part = document.getElementById("push");
  if (!part || !("serviceWorker" in navigator) || !("PushManager" in window)) {
    return;
  }
  const button = part.querySelector("button");
  const said = part.querySelector("[role=status]");
  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4));
    return Uint8Array.from(plain, (c) => c.charCodeAt(0));
  };
  const tell = (values) =>
    fetch(part.dataset.subscribe, {
      method: "POST",
      headers: { "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value },
      body: new URLSearchParams(values),
    });
  const on = (subscribed) => {
    button.hidden = false;
    button.textContent = subscribed ? part.dataset.off : part.dataset.on;
    button.dataset.on = subscribed ? "yes" : "";
  };

  navigator.serviceWorker
    .register(part.dataset.worker)
    .then((worker) => worker.pushManager.getSubscription())
    .then((known) => on(Boolean(known)))
    .catch(() => {}); // a browser that does not let us has no button

  button.addEventListener("click", async () => {
    const worker = await navigator.serviceWorker.ready;
    try {
      const known = await worker.pushManager.getSubscription();
      if (known) {
        await tell({ endpoint: known.endpoint, forget: "1" });
        await known.unsubscribe();
        on(false);
        return;
      }
      const made = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytes(part.dataset.key),
      });
      const keys = made.toJSON().keys;
      const answer = await tell({ endpoint: made.endpoint, p256dh: keys.p256dh, auth: keys.auth });
      on(answer.ok);
      said.textContent = answer.ok ? "" : (await answer.json()).problem || "";
    } catch (refused) {
      said.textContent = part.dataset.refused;
    }
  });
})();
