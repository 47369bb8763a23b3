// How large code is shown: one size for every box, remembered by the browser.
import { button, element } from "../element.js";
import { keep, recall } from "../kept.js";

const SIZES = [12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32];
const KEY = "editor.size";

/**
 * Larger, smaller, and how large it is.
 * @param {() => void} onChange
 */
export function textSize(onChange) {
  const shown = element("output", { "aria-label": "Text size" });
  let index = remembered();

  /** @param {number} by */
  const change = (by) => {
    index = Math.max(0, Math.min(SIZES.length - 1, index + by));
    keep(KEY, String(SIZES[index]));
    show();
    onChange();
  };
  const show = () => {
    const size = SIZES[index] ?? 16;
    // In rem, so that it also follows the size that the browser is set to.
    document.documentElement.style.setProperty("--code-size", `${size / 16}rem`);
    shown.textContent = String(size);
  };

  show();
  return element(
    "span",
    { class: "code-size", role: "group", "aria-label": "Text size" },
    step("Smaller", () => change(-1)),
    shown,
    step("Larger", () => change(1)),
  );
}

/**
 * @param {string} word
 * @param {() => void} press
 */
function step(word, press) {
  const made = button(word, press);
  made.append(element("span", { class: "visually-hidden" }, " text"));
  return made;
}

function remembered() {
  const kept = SIZES.indexOf(Number(recall(KEY)));
  // Phones zoom into a box whose text is smaller than 16 pixels.
  const usual = matchMedia("(pointer: coarse)").matches ? 16 : 15;
  return kept === -1 ? SIZES.indexOf(usual) : kept;
}
