/* Comfort only: every page works without this file. */
(() => {
  "use strict";

  const lines = () => document.getElementById("lines");

  /* How many lines are in the box, beside the tab that holds it. */
  const count = () => {
    const tab = document.querySelector(".tabs [data-to=turn] .written");
    if (tab && lines()) {
      const n = lines().value.split("\n").filter((line) => line.trim()).length;
      tab.textContent = n ? `+${n}` : "";
    }
  };

  /* A choice puts its order line into the composer instead of going round by the server. */
  const add = (line) => {
    const box = lines();
    const before = box.value.replace(/\s+$/, "");
    box.value = before ? `${before}\n${line}` : line;
    box.rows = Math.max(4, box.value.split("\n").length + 1);
    box.dispatchEvent(new Event("composed", { bubbles: true }));
    count();
    box.focus();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-line]");
    if (button && lines()) {
      event.preventDefault();
      add(button.dataset.line);
    }
  });

  /* Places can be reached with the keyboard; without script the map is also there in words. */
  const prepare = (root) => {
    root.querySelectorAll("g[data-id]").forEach((place) => {
      place.setAttribute("tabindex", "0");
      place.setAttribute("role", "button");
    });
  };

  /* Tabs: on a phone one part of the table at a time, on a desk the map and one part beside it. */
  const tabs = document.querySelector(".tabs");
  const first = () => (document.querySelector("[data-to=turn]") ? "turn" : "players");
  const open = (wanted) => {
    const beside = wanted === "map" && matchMedia("(min-width: 62rem)").matches;
    const name = beside ? first() : wanted; // on a desk the map is always there
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
    open(opened(location.hash.slice(1)) || first());
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
  });
  document.addEventListener("picture:drawn", (event) => prepare(event.detail));
  prepare(document);
})();
