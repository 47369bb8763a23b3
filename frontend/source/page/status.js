// What the learner reads about the draft: "saved 10:42".
import { button } from "../element.js";
import { announce } from "./announce.js";

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/**
 * The time of day where the learner is.
 * @param {string} moment  in ISO 8601
 */
export function time(moment) {
  const date = moment ? new Date(moment) : new Date();
  return CLOCK.format(date);
}

export class Status {
  #place = document.querySelector("[data-draft-status]");

  /** @param {string} words  read by eye only: nobody wants to hear "saved" after each line */
  say(words) {
    this.#place?.replaceChildren(words);
    this.#place?.removeAttribute("data-warning");
  }

  /**
   * @param {string} words
   * @param {{ label: string, press: () => void }} [offer]
   */
  warn(words, offer) {
    if (this.#place?.firstChild?.textContent !== words) {
      announce(`Draft ${words}`);
    }
    this.#place?.setAttribute("data-warning", "");
    this.#place?.replaceChildren(words);
    if (offer) {
      this.#place?.append(" ", button(offer.label, offer.press, { class: "link" }));
    }
  }
}
