"use strict";
(() => {
  const rows = [...document.querySelectorAll("tr:not(.same), tr.failing")].filter((row) => row.closest("tbody"));
  // A run of changed lines counts as one.
  const starts = rows.filter((row) => !rows.includes(row.previousElementSibling));
  let at = -1;
  const go = (next) => {
    if (starts.length === 0) return;
    starts[at]?.classList.remove("here");
    at = (next + starts.length) % starts.length;
    starts[at].classList.add("here");
    starts[at].focus({ preventScroll: true });
    starts[at].scrollIntoView({ block: "center" });
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") go(at + 1);
    else if (event.key === "p") go(at < 0 ? starts.length - 1 : at - 1);
    else if (event.key === "s") document.body.classList.toggle("brief");
  });
})();
