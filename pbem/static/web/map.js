/* The map: larger and smaller, by wheel, pinch, double tap, buttons and keys; neighbours by arrow
   keys; full screen. Without this file the map is a picture that scrolls. */
(() => {
  "use strict";

  const READABLE = 0.7; // pixels a unit: below it the map at a glance is shown
  const MOST = 3;

  class Zoom {
    constructor(root) {
      this.root = root;
      this.pan = root.querySelector(".pan");
      this.near = root.querySelector(".near-by");
      this.afar = root.querySelector(".afar");
      this.units = Number(this.near.dataset.width) || 1000;
      this.readable = Number(this.near.dataset.readable) || READABLE; // sheets have smaller type
      this.touches = new Map();
      root.querySelector(".tools").hidden = false;
      root.classList.add("zooming");
      this.whole();
      if ((this.pan.clientWidth > 600 || !this.afar) && this.scale < this.readable) {
        this.to(this.readable); // a desk has room to begin with everything in sight of the middle
        this.pan.scrollLeft = (this.pan.scrollWidth - this.pan.clientWidth) / 2;
      }
      this.listen();
    }

    least() {
      const box = this.near.querySelector("svg").viewBox.baseVal;
      const high = this.pan.clientHeight || 600;
      return Math.min(this.pan.clientWidth / box.width, Math.max(high / box.height, 0.2));
    }

    /* Whether the map at a glance is at hand; it is fetched when it is first wanted. */
    glance() {
      if (this.afar && !this.asked) {
        this.asked = true;
        fetch(this.afar.dataset.glance, { headers: { "HX-Request": "true" } })
          .then((answer) => (answer.ok ? answer.text() : ""))
          .then((part) => {
            this.afar.innerHTML = part;
            document.dispatchEvent(new CustomEvent("picture:drawn", { detail: this.afar }));
            this.to(this.scale);
          })
          .catch(() => {}); // the page was left, or the line is down: the full map stays
      }
      return Boolean(this.afar && this.afar.querySelector("svg"));
    }

    whole() {
      this.scale = 0;
      this.to(this.pan.clientWidth / this.units);
    }

    /* Changes the size so that what lies under (x, y) of the window stays there. */
    to(wanted, x, y) {
      const box = this.pan.getBoundingClientRect();
      const before = this.scale || 1;
      const scale = Math.min(MOST, Math.max(Math.min(this.least(), this.readable), wanted));
      const dx = (x ?? box.left + box.width / 2) - box.left;
      const dy = (y ?? box.top + box.height / 2) - box.top;
      const ux = (this.pan.scrollLeft + dx) / before;
      const uy = (this.pan.scrollTop + dy) / before;
      this.scale = scale;
      const far = scale < this.readable && this.glance();
      this.near.hidden = far;
      if (this.afar) {
        this.afar.hidden = !far;
      }
      const shown = far ? this.afar : this.near;
      shown.style.width = `${Math.round(this.units * scale)}px`;
      this.pan.scrollLeft = ux * scale - dx;
      this.pan.scrollTop = uy * scale - dy;
    }

    listen() {
      this.pan.addEventListener("wheel", (event) => {
        if (event.ctrlKey || event.metaKey || this.root.matches(":fullscreen") || this.root.contains(document.activeElement)) {
          event.preventDefault();
          this.to(this.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX, event.clientY);
        }
      }, { passive: false });
      this.pan.addEventListener("dblclick", (event) => {
        event.preventDefault();
        this.to(this.scale < 1 ? Math.max(1, this.scale * 2) : this.pan.clientWidth / this.units, event.clientX, event.clientY);
      });
      this.pan.addEventListener("pointerdown", (event) => this.down(event));
      this.pan.addEventListener("pointermove", (event) => this.move(event));
      for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
        this.pan.addEventListener(name, (event) => this.touches.delete(event.pointerId));
      }
      this.root.querySelector(".tools").addEventListener("click", (event) => this.tool(event.target.dataset.map));
      this.root.addEventListener("keydown", (event) => this.key(event));
      window.addEventListener("resize", () => this.to(this.scale));
    }

    down(event) {
      this.touches.set(event.pointerId, event);
      this.apart = 0;
      this.drag = event.pointerType === "mouse" && event.button === 0
        ? { x: event.clientX, y: event.clientY, left: this.pan.scrollLeft, top: this.pan.scrollTop }
        : null;
    }

    move(event) {
      if (this.drag && event.buttons === 1) {
        this.pan.scrollLeft = this.drag.left - (event.clientX - this.drag.x);
        this.pan.scrollTop = this.drag.top - (event.clientY - this.drag.y);
        return;
      }
      if (!this.touches.has(event.pointerId)) {
        return;
      }
      this.touches.set(event.pointerId, event);
      if (this.touches.size === 2) {
        const [a, b] = [...this.touches.values()];
        const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (this.apart) {
          this.to(this.scale * (apart / this.apart), (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
        }
        this.apart = apart;
      }
    }

    tool(name) {
      if (name === "in") {
        this.to(this.scale * 1.4);
      } else if (name === "out") {
        this.to(this.scale / 1.4);
      } else if (name === "whole") {
        this.whole();
      } else if (name === "full" && document.fullscreenElement) {
        document.exitFullscreen();
      } else if (name === "full" && this.root.requestFullscreen) {
        this.root.requestFullscreen().then(() => this.to(this.scale));
      }
    }

    key(event) {
      if (event.target.closest("input, textarea, select")) {
        return;
      }
      if (event.key === "+" || event.key === "=") {
        this.tool("in");
      } else if (event.key === "-") {
        this.tool("out");
      } else if (event.key === "0") {
        this.tool("whole");
      } else if (event.key.startsWith("Arrow") && event.target.closest("[data-id]")) {
        this.step(event);
        return;
      } else {
        return;
      }
      event.preventDefault();
    }

    /* To the neighbour in that direction: the nearest place within sixty degrees of it. */
    step(event) {
      const here = event.target.closest("[data-id]");
      const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      };
      const [x, y] = middle(here);
      const [wx, wy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      let best = null;
      for (const other of here.closest(".picture").querySelectorAll("[data-id]")) {
        const [ox, oy] = middle(other);
        const [dx, dy] = [ox - x, oy - y];
        const far = Math.hypot(dx, dy);
        if (other !== here && far > 1 && (dx * wx + dy * wy) / far >= 0.5 && (!best || far < best[0])) {
          best = [far, other];
        }
      }
      if (best) {
        event.preventDefault();
        best[1].focus();
        best[1].scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  const begin = (root) => root.querySelectorAll("[data-zoom]:not(.zooming)").forEach((map) => new Zoom(map));
  document.addEventListener("htmx:afterSwap", (event) => begin(event.target));
  document.addEventListener("tab:shown", () => window.dispatchEvent(new Event("resize")));
  begin(document);
})();
