/* Comfort only: every page works without this file. */
(() => {
  "use strict";

  const lines = () => document.getElementById("lines");

  /* A choice puts its order line into the composer instead of going round by the server. */
  const add = (line) => {
    const box = lines();
    const before = box.value.replace(/\s+$/, "");
    box.value = before ? `${before}\n${line}` : line;
    box.rows = Math.max(4, box.value.split("\n").length + 1);
    box.dispatchEvent(new Event("composed", { bubbles: true }));
    box.focus();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-line]");
    if (button && lines()) {
      event.preventDefault();
      add(button.dataset.line);
      return;
    }
    const place = event.target.closest(".picture [data-id]");
    if (place) {
      show(place);
    }
  });

  document.addEventListener("keydown", (event) => {
    const place = event.target.closest && event.target.closest(".picture [data-id]");
    if (place && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      show(place);
      document.getElementById("place")?.focus();
    }
    const chosen = document.querySelector(".picture [data-id].chosen");
    if (event.key === "Escape" && chosen && event.target.closest("#place")) {
      chosen.focus();
    }
  });

  /* What is there, at once; what may be done there, as soon as the server has judged it. */
  const show = (place) => {
    const panel = document.getElementById("place");
    if (!panel) {
      return;
    }
    document.querySelectorAll(".picture [data-id].chosen").forEach((g) => g.classList.remove("chosen"));
    place.classList.add("chosen");
    panel.replaceChildren();
    const heading = document.createElement("h3");
    heading.textContent = place.dataset.id;
    const words = document.createElement("p");
    words.className = "words";
    const title = place.querySelector("title");
    words.textContent = title ? title.textContent : "";
    panel.append(heading, words);
    panel.scrollIntoView({ block: "nearest" });
    const ask = place.closest(".picture").dataset.ask;
    if (ask && lines()) {
      htmx.ajax("POST", ask, { source: lines(), target: panel, swap: "innerHTML", values: { place: place.dataset.id } });
    }
  };

  /* Places can be reached with the keyboard; without script the map is also there in words. */
  const prepare = (root) => {
    root.querySelectorAll(".picture [data-id]").forEach((place) => {
      place.setAttribute("tabindex", "0");
      place.setAttribute("role", "button");
    });
  };

  /* A second click while the first is on its way changes nothing; the key makes sure of it. */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    prepare(event.target);
    if (event.target.id === "place") {
      event.target.scrollIntoView({ block: "nearest" });
    }
  });
  prepare(document);
})();
