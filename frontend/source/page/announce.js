// Says something to those who listen to the page.

const region = document.createElement("div");

/** The region must stand on the page before it says anything, or nothing is heard. */
export function prepareAnnouncing() {
  region.className = "visually-hidden";
  region.setAttribute("role", "status");
  region.setAttribute("aria-live", "polite");
  document.body.append(region);
}

/** @param {string} words */
export function announce(words) {
  region.textContent = words;
}
