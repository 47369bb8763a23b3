// Puts parts of an answer in the place of parts of the page; what the reader did there is kept.

/**
 * The element of the same id, and every `data-live` element that both have.
 * @param {HTMLElement} place
 * @param {Document} answer  a fragment or a whole page
 * @returns {HTMLElement} what stands there now: the same as before when nothing is new
 */
export function replace(place, answer) {
  const fresh = answer.getElementById(place.id);
  for (const live of answer.querySelectorAll("[data-live][id]")) {
    const there = document.getElementById(live.id);
    if (there && live !== fresh && !fresh?.contains(live)) {
      swap(there, live);
    }
  }
  markErrors(answer);
  return fresh ? swap(place, fresh) : place;
}

/**
 * @param {HTMLElement} old
 * @param {Element} fresh
 * @returns {HTMLElement}
 */
function swap(old, fresh) {
  const made = document.importNode(fresh, true);
  if (!(made instanceof HTMLElement) || made.outerHTML === asServed.get(old)) {
    return old;
  }
  asServed.set(made, made.outerHTML);
  keepOpen(old, made);
  const focused = old.contains(document.activeElement);
  old.replaceWith(made);
  if (focused) {
    made.tabIndex = -1;
    made.focus({ preventScroll: true });
  }
  return made;
}

/** @type {WeakMap<Element, string>} the page changes its elements, so compare what was served */
const asServed = new WeakMap();

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function keepOpen(old, fresh) {
  const before = new Map([...old.querySelectorAll("details")].map((each) => [nameOf(each), each]));
  for (const details of fresh.querySelectorAll("details")) {
    const same = before.get(nameOf(details));
    if (same) {
      details.open = same.open;
    }
  }
}

/** @param {HTMLDetailsElement} details */
function nameOf(details) {
  return details.id || details.querySelector("summary")?.textContent?.trim();
}

/**
 * `data-error-for="id of a textarea"` carries the lines to mark there; empty ones clear the marks.
 * @param {Document} answer
 */
function markErrors(answer) {
  for (const found of answer.querySelectorAll("[data-error-for]")) {
    const textarea = document.getElementById(found.getAttribute("data-error-for") ?? "");
    for (const name of ["data-error-line", "data-error-text"]) {
      textarea?.setAttribute(name, found.getAttribute(name) ?? "");
    }
  }
}
