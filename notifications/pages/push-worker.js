/* Shows "your turn" when the server pushes it, and opens the table when it is tapped. */
"use strict";

self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(said.title || "Parsec Post", {
      body: said.body || "",
      tag: said.tag,
      icon: "/static/web/icon-192.png",
      data: { url: said.url || "/lobby/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin === self.location.origin) {
    event.waitUntil(self.clients.openWindow(url.href));
  }
});
