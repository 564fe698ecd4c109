// Runs axe on a review page in two widths and writes what it finds into the page, for tests/page.rs.
"use strict";
const load = (frame) =>
  new Promise((done, failed) => {
    const script = frame.contentDocument.createElement("script");
    script.src = "axe.js";
    script.onload = done;
    script.onerror = () => failed(new Error("axe was not loaded"));
    frame.contentDocument.head.append(script);
  });
const look = async (frame) => {
  await load(frame);
  const { contentWindow: window, contentDocument: document } = frame;
  // What is folded is looked at as well.
  for (const details of document.querySelectorAll("details")) details.open = true;
  const { violations, passes, incomplete } = await window.axe.run(document, { iframes: false });
  const told = (rules) => rules.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map((node) => `${node.html.slice(0, 200)}: ${node.any.concat(node.all, node.none).map((check) => check.message).join("; ")}`),
    count: nodes.length,
  }));
  return {
    width: window.innerWidth,
    dark: window.matchMedia("(prefers-color-scheme: dark)").matches,
    passes: passes.map(({ id }) => id),
    violations: told(violations),
    incomplete: told(incomplete),
  };
};
window.onload = async () => {
  const frames = [];
  try {
    for (const frame of document.querySelectorAll("iframe")) frames.push(await look(frame));
  } catch (error) {
    frames.push({ error: String(error) });
  }
  document.body.textContent = `PROBE${JSON.stringify(frames)}PROBE`;
};
