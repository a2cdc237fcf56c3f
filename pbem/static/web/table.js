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
    if (matchMedia("(min-width: 62rem)").matches || document.body.dataset.tab === "map") {
      panel.scrollIntoView({ block: "nearest" });
    } else {
      open("map");
      panel.scrollIntoView({ block: "nearest" });
    }
    const ask = place.closest(".picture").dataset.ask;
    if (ask && lines()) {
      htmx.ajax("POST", ask, { source: lines(), target: panel, swap: "innerHTML", values: { place: place.dataset.id } });
    }
  };

  /* Places can be reached with the keyboard; without script the map is also there in words. */
  const prepare = (root) => {
    root.querySelectorAll("[data-id]").forEach((place) => {
      place.setAttribute("tabindex", "0");
      place.setAttribute("role", "button");
    });
  };

  /* Tabs: on a phone one part of the table at a time, on a desk the map and one part beside it. */
  const tabs = document.querySelector(".tabs");
  const open = (name) => {
    const known = tabs && tabs.querySelector(`[data-to="${name}"]`);
    if (!known) {
      return false;
    }
    document.body.dataset.tab = name;
    tabs.querySelectorAll("[data-to]").forEach((link) => {
      if (link === known) {
        link.setAttribute("aria-current", "true");
      } else {
        link.removeAttribute("aria-current");
      }
    });
    document.querySelectorAll("[data-tab].tab").forEach((part) => {
      part.classList.toggle("shown", part.dataset.tab === name);
    });
    document.dispatchEvent(new Event("tab:shown"));
    return true;
  };
  const opened = (anchor) => {
    const target = anchor && document.getElementById(anchor);
    const part = target && target.closest("[data-tab]");
    return part ? part.dataset.tab : "";
  };
  if (tabs) {
    document.body.classList.add("tabbed");
    tabs.addEventListener("click", (event) => {
      const link = event.target.closest("[data-to]");
      if (link && open(link.dataset.to)) {
        event.preventDefault();
        history.replaceState(null, "", `#${link.dataset.to}`);
        const part = document.getElementById(link.dataset.to);
        if (event.detail === 0 && part) {
          part.tabIndex = -1; // by the keyboard: go on from the part that was opened
          part.focus();
        }
      }
    });
    window.addEventListener("hashchange", () => open(opened(location.hash.slice(1))));
    open(opened(location.hash.slice(1)) || (document.querySelector("[data-to=turn]") ? "turn" : "players"));
  }

  /* History: arrow keys go one ruling back or forth, the button plays on by itself. */
  const slider = document.getElementById("at");
  if (slider && slider.type === "range") {
    const go = (step) => {
      const before = slider.value;
      slider.value = Number(slider.value) + step;
      if (slider.value !== before) {
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      return slider.value !== before;
    };
    document.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step && !event.target.closest("input, textarea, select, .picture")) {
        event.preventDefault();
        go(step);
      }
    });
    const play = document.getElementById("play");
    if (play) {
      let running = 0;
      play.hidden = false;
      play.addEventListener("click", () => {
        if (running) {
          clearInterval(running);
          running = 0;
        } else {
          running = setInterval(() => go(1) || play.click(), 1200);
        }
        play.setAttribute("aria-pressed", running ? "true" : "false");
      });
    }
  }

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

  /* Steppers: one more or one fewer, within the limits of the number. */
  document.addEventListener("click", (event) => {
    const step = event.target.closest("button[data-step]");
    if (step) {
      const number = step.parentElement.querySelector("input");
      const wanted = Number(number.value || 0) + Number(step.dataset.step);
      number.value = Math.min(Number(number.max), Math.max(0, wanted));
      number.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const written = event.target.querySelector && event.target.querySelector("template[data-lines]");
    if (written && lines()) {
      lines().value = written.content.textContent;
      lines().rows = Math.max(4, lines().value.split("\n").length + 1);
    }
    prepare(event.target);
    if (event.target.id === "place") {
      event.target.scrollIntoView({ block: "nearest" });
    }
  });
  document.addEventListener("picture:drawn", (event) => prepare(event.detail));
  prepare(document);
})();
