/* What a name means, beside the name: by the mouse resting on it, by focus, by a tap. Without this
   file the name is a link to the page that says it. */
(() => {
  "use strict";

  const RESTS = 300; // milliseconds
  const known = new Map();
  const box = document.createElement("div");
  box.className = "explains";
  box.id = "explains";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  let asked = null;
  let waiting = 0;

  const put = (link, html) => {
    box.innerHTML = html;
    box.hidden = false;
    link.setAttribute("aria-describedby", "explains");
    const at = link.getBoundingClientRect();
    const wide = box.offsetWidth;
    const high = box.offsetHeight;
    const below = at.bottom + 6 + high < window.innerHeight || at.top < high + 6;
    box.style.left = `${Math.max(6, Math.min(at.left, window.innerWidth - wide - 6))}px`;
    box.style.top = `${below ? at.bottom + 6 : at.top - high - 6}px`;
  };

  const show = (link) => {
    asked = link;
    if (known.has(link.href)) {
      put(link, known.get(link.href));
      return;
    }
    fetch(link.href, { headers: { "HX-Request": "true" } })
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((html) => {
        if (html) {
          known.set(link.href, html);
          if (asked === link) {
            put(link, html);
          }
        }
      })
      .catch(() => {}); // the link still leads to the page
  };

  const hide = () => {
    clearTimeout(waiting);
    if (asked) {
      asked.removeAttribute("aria-describedby");
    }
    asked = null;
    box.hidden = true;
  };

  const termOf = (event) => event.target.closest && event.target.closest('a[href^="/rules/"][href*="?of="]');

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || event.target.closest(".explains")) {
      return;
    }
    clearTimeout(waiting);
    const link = termOf(event);
    if (link) {
      waiting = setTimeout(() => show(link), RESTS);
    } else if (asked) {
      waiting = setTimeout(hide, RESTS);
    }
  });
  document.addEventListener("focusin", (event) => {
    const link = termOf(event);
    if (link && !link.closest(".explains")) {
      show(link);
    } else if (!event.target.closest(".explains")) {
      hide();
    }
  });
  document.addEventListener("click", (event) => {
    const link = termOf(event);
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && matchMedia("(hover: none)").matches) {
      event.preventDefault(); // a finger cannot rest: a tap shows, the box has the link
      show(link);
    } else if (!event.target.closest(".explains")) {
      hide();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      hide();
    }
  });
})();
