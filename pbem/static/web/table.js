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
      place.setAttribute("role", place.querySelector("[data-id]") ? "group" : "button");
      place.ownerSVGElement?.setAttribute("role", "group"); // a picture has nothing to press in it
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

  /* Sums go along with what is filled in: used of what there is room for. */
  const sums = (form) => {
    const counted = {};
    form.querySelectorAll("input, select").forEach((field) => {
      const key = field.name.slice(form.dataset.form.length + 1);
      if (field.type === "number") {
        counted[key] = Number(field.value || 0);
      } else if (field.type === "checkbox") {
        counted[key] = field.checked ? 1 : 0;
      } else if (field.type !== "radio" || field.checked) {
        counted[`${key}=${field.value}`] = 1;
      }
    });
    const sum = (weights) => Object.entries(weights).reduce((all, [key, each]) => all + Math.ceil((counted[key] || 0) * each), 0);
    form.querySelectorAll("[data-total]").forEach((line) => {
      const total = JSON.parse(line.dataset.total);
      const used = total.used + sum(total.uses);
      const most = total.most + sum(total.room);
      const bounded = total.most > 0 || Object.keys(total.room).length > 0;
      line.querySelector("output").textContent = bounded ? `${used} / ${most}` : `${used}`;
      line.classList.toggle("over", bounded && used > most);
    });
  };

  /* A form writes its lines into the box as it is filled in, in place of those it wrote before.
     Inside what was checked only the judgement is new, so that the form stays where it is. */
  let writing = null;
  const write = (form, whole) => {
    const box = lines();
    const home = form.closest("[data-forms]");
    if (!box || !home || box.disabled) {
      return;
    }
    const before = box.value.replace(/\s+$/, "");
    const at = home.dataset.wrote ? `\n${before}`.lastIndexOf(`\n${home.dataset.wrote}`) : -1;
    const base = (at < 0 ? before : before.slice(0, at)).replace(/\s+$/, "");
    writing = { home, base };
    const part = !whole && home.closest("#check");
    const where = part ? { target: "#judged", select: "#judged", swap: "outerHTML" } : { target: "#check", swap: "innerHTML" };
    htmx.ajax("POST", home.dataset.click, { source: form, values: { lines: base, form: form.dataset.form }, ...where });
  };
  let later = 0;
  const filled = (event) => {
    const form = event.target.closest && event.target.closest("[data-form]");
    if (form && event.target.name) {
      sums(form);
      clearTimeout(later);
      later = setTimeout(() => write(form, false), 250);
    }
  };
  document.addEventListener("input", filled);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-form] button[name=form]");
    if (button && lines()) {
      event.preventDefault();
      clearTimeout(later);
      write(button.closest("[data-form]"), true);
    }
  });

  /* The board of the past begins with its middle, and stays where it was scrolled to. */
  let looked = null;
  const settle = () => document.querySelectorAll(".past > .picture").forEach((past) => {
    past.scrollLeft = looked ? looked[0] : (past.scrollWidth - past.clientWidth) / 2;
    past.scrollTop = looked ? looked[1] : (past.scrollHeight - past.clientHeight) / 3;
    past.addEventListener("scroll", () => {
      looked = [past.scrollLeft, past.scrollTop];
    });
  });
  settle();

  document.addEventListener("htmx:afterSwap", (event) => {
    settle();
    const judged = document.getElementById("judged");
    const written = judged && judged.querySelector("template[data-lines]");
    if (written && lines() && writing) {
      lines().value = written.content.textContent;
      lines().rows = Math.max(4, lines().value.split("\n").length + 1);
      writing.home.dataset.wrote = lines().value.slice(writing.base.length).trim();
      writing = null;
      written.remove();
    }
    prepare(event.target);
  });
  document.addEventListener("picture:drawn", (event) => prepare(event.detail));
  document.addEventListener("line:chosen", (event) => lines() && add(event.detail));
  prepare(document);
})();
