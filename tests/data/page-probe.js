// Looks at a review page in two widths and writes what it finds into the page, for tests/page.rs.
"use strict";
const found = {};
const lightness = (colour) => {
  const parts = colour.map((value) => {
    const c = value / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const numbers = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
const ground = (window, element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = numbers(window.getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour.slice(0, 3);
  }
  return [255, 255, 255];
};
const contrast = (a, b) => {
  const [x, y] = [lightness(a), lightness(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};
const look = (frame) => {
  const { contentWindow: window, contentDocument: document } = frame;
  const low = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || ["SCRIPT", "STYLE"].includes(element.tagName) || element.closest("title")) continue;
    const style = window.getComputedStyle(element);
    const ink = numbers(element instanceof window.SVGElement ? style.fill : style.color);
    const value = contrast(ink.slice(0, 3), ground(window, element));
    if (value < 4.5) low.push(`${element.tagName}.${element.className}: ${value.toFixed(2)}`);
  }
  const drawn = [];
  for (const [selector, property] of [["svg .whole", "fill"], ["svg .part", "stroke"], ["svg .wrong rect", "stroke"]]) {
    const element = document.querySelector(selector);
    if (!element) continue;
    const value = contrast(numbers(window.getComputedStyle(element)[property]).slice(0, 3), ground(window, element));
    drawn.push([selector, Number(value.toFixed(2))]);
  }
  const press = (key) => document.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));
  press("n");
  const first = document.activeElement?.id || document.activeElement?.className;
  press("n");
  press("p");
  const back = document.activeElement?.id || document.activeElement?.className;
  press("s");
  const brief = [...document.querySelectorAll("tr.same:not(.failing)")].every((row) => row.getClientRects().length === 0);
  press("s");
  return {
    width: window.innerWidth,
    scrolls: document.documentElement.scrollWidth > window.innerWidth,
    dark: window.matchMedia("(prefers-color-scheme: dark)").matches,
    low,
    drawn,
    first,
    back,
    brief,
    unnamed: [...document.querySelectorAll("svg")].filter((svg) => !svg.getAttribute("aria-label")).length,
    dead: [...document.querySelectorAll("a[href^='#']")].filter((a) => !document.getElementById(a.getAttribute("href").slice(1))).length,
    marks: [...document.querySelectorAll("g.wrong title")].map((title) => title.textContent),
    overlaps: [...document.querySelectorAll("svg")].filter((svg) => {
      const boxes = [...svg.querySelectorAll("text.tick")].map((text) => text.getBoundingClientRect());
      return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
    }).length,
  };
};
window.onload = () => {
  const frames = [...document.querySelectorAll("iframe")].map(look);
  const text = JSON.stringify(frames);
  document.body.textContent = `PROBE${text}PROBE`;
};
