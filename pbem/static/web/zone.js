/* Tells the first sign-in in which zone this browser is; without it a player chooses it later. */
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  document.querySelectorAll("input[data-zone]").forEach((field) => {
    field.value = zone;
  });
})();
