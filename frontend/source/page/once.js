// One click, one submission, for every form[data-once]. The server makes sure of it anyway.

/** A form whose answer is no page (a download, say) can be sent again after this long. */
const BUSY = 5_000;

export function submitOnce() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-once]")) {
      return;
    }
    if (form.getAttribute("aria-busy") === "true") {
      event.preventDefault();
    } else if (!event.defaultPrevented) {
      form.setAttribute("aria-busy", "true");
      setTimeout(() => release(form), BUSY);
    }
  });
  // Back again: the browser shows the page as it was left, that is busy.
  addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-once]").forEach(release);
  });
}

/** @param {Element} form */
function release(form) {
  form.removeAttribute("aria-busy");
}
