/* The dossier of a place: at once what the picture says, then what the server knows; by tap, by
   keyboard, and by the mouse resting on it. Layers over the map. Without this file places and
   layers are links. */
(() => {
  "use strict";

  const panel = document.getElementById("place");
  const lines = () => document.getElementById("lines");
  const narrow = matchMedia("(max-width: 61.99rem)");
  const RESTS = 350; // milliseconds until a mouse that rests on a place means it
  const known = new Map(); // what the server said, by place and order lines
  let pinned = false;

  /* On a desk the panel lies over the map; on a phone it is a sheet above the tabs, in every tab. */
  if (panel) {
    const home = panel.parentElement;
    const settle = () => (narrow.matches ? document.getElementById("main") : home).append(panel);
    panel.classList.add("floats");
    if (!panel.querySelector("h3")) {
      panel.hidden = true;
    }
    settle();
    narrow.addEventListener("change", settle);
  }

  const close = () => {
    pinned = false;
    panel.hidden = true;
    const chosen = document.querySelector(".picture [data-id].chosen");
    if (chosen) {
      chosen.classList.remove("chosen");
      return chosen;
    }
    return null;
  };

  /* What the picture itself says, until the server has answered. */
  const brief = (place) => {
    const heading = document.createElement("h3");
    heading.textContent = place.dataset.id;
    const words = document.createElement("p");
    words.className = "words";
    const title = place.querySelector("title");
    words.textContent = title ? title.textContent : "";
    panel.replaceChildren(heading, words);
  };

  const fill = (html) => {
    panel.innerHTML = html;
    htmx.process(panel);
    document.dispatchEvent(new CustomEvent("picture:drawn", { detail: panel }));
    const button = panel.querySelector("[data-close]");
    if (button) {
      button.hidden = false;
    }
    /* A space of one's own sheet for which there is one line: a tap writes the line. */
    const mark = pinned && panel.querySelector("template[data-write]");
    if (mark) {
      document.dispatchEvent(new CustomEvent("line:chosen", { detail: mark.content.textContent }));
      if (narrow.matches) {
        close();
      }
    }
  };

  const show = (place) => {
    if (!panel) {
      return;
    }
    document.querySelectorAll(".picture [data-id].chosen").forEach((g) => g.classList.remove("chosen"));
    place.classList.add("chosen");
    panel.hidden = false;
    const ask = place.closest(".picture").dataset.ask;
    const written = lines() ? lines().value : "";
    const key = `${place.dataset.id}\n${written}`;
    if (known.has(key)) {
      fill(known.get(key));
      return;
    }
    brief(place);
    if (!ask) {
      return;
    }
    const said = new URLSearchParams({ place: place.dataset.id, lines: written });
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    const how = token
      ? { method: "POST", body: said, headers: { "HX-Request": "true", "X-CSRFToken": token.value } }
      : { headers: { "HX-Request": "true" } };
    fetch(token ? ask : `${ask}?${said}`, how)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((html) => {
        if (html) {
          known.set(key, html);
          if (place.classList.contains("chosen")) {
            fill(html);
          }
        }
      })
      .catch(() => {}); // the page was left, or the line is down: what the picture says stays
  };

  const placeOf = (event) => event.target.closest && event.target.closest(".picture [data-id]");

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") && panel) {
      close();
      return;
    }
    const place = placeOf(event);
    if (place && panel && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      pinned = true;
      show(place);
    }
  });

  document.addEventListener("keydown", (event) => {
    const place = placeOf(event);
    if (place && panel && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      pinned = true;
      show(place);
      panel.focus();
    } else if (event.key === "Escape" && panel && !panel.hidden && event.target.closest("#place, .picture")) {
      const chosen = close();
      if (chosen) {
        chosen.focus();
      }
    }
  });

  let resting = 0;
  document.addEventListener("pointerover", (event) => {
    clearTimeout(resting);
    const place = event.pointerType === "mouse" && !pinned && event.buttons === 0 && placeOf(event);
    if (place && place.closest(".map")) {
      resting = setTimeout(() => show(place), RESTS);
    }
  });

  /* Layers: fetched once, laid over the full map and the map at a glance. */
  const layers = new Map();
  const lay = (html) => {
    const part = document.createElement("div");
    part.innerHTML = html;
    const drawn = part.querySelector("template[data-layer]");
    document.querySelectorAll(".map .picture > svg").forEach((svg) => {
      svg.querySelectorAll(":scope > .layer").forEach((old) => old.remove());
      if (drawn) {
        svg.append(drawn.content.querySelector(".layer").cloneNode(true));
      }
    });
    const told = document.querySelector(".laid");
    if (told) {
      if (drawn) {
        drawn.remove();
      }
      told.replaceChildren(...part.childNodes);
    }
  };
  let laid = "";
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-layer]");
    if (!link || !document.querySelector(".map")) {
      return;
    }
    event.preventDefault();
    const wanted = link.getAttribute("aria-current") ? "" : link.dataset.layer;
    laid = wanted;
    document.querySelectorAll(".layers a[data-layer]").forEach((other) => {
      if (wanted && other.dataset.layer === wanted) {
        other.setAttribute("aria-current", "true");
      } else {
        other.removeAttribute("aria-current");
      }
      if (!other.dataset.layer) {
        other.hidden = !wanted;
      }
    });
    if (!wanted) {
      lay("");
    } else if (layers.has(wanted)) {
      lay(layers.get(wanted));
    } else {
      fetch(wanted, { headers: { "HX-Request": "true" } })
        .then((answer) => (answer.ok ? answer.text() : ""))
        .then((html) => {
          layers.set(wanted, html);
          if (laid === wanted) {
            lay(html);
          }
        })
        .catch(() => {});
    }
  });
  document.addEventListener("picture:drawn", () => {
    if (laid && layers.has(laid)) {
      lay(layers.get(laid));
    }
  });
})();
