// Follows a submission or a try until it has come out, and shows each step without a reload.
import { button, element } from "../element.js";
import { announce } from "./announce.js";
import { replace } from "./replace.js";

const FIRST_WAIT = 200;
const LONGEST_WAIT = 2_000;
const WAITING = ["queued", "grading"];

/**
 * Asks `data-poll` again and again while `data-state` is one of a submission that waits.
 * @param {HTMLElement} place
 */
export async function follow(place) {
  let shown = place;
  for (let wait = FIRST_WAIT; waits(shown); wait = Math.min(wait * 1.5, LONGEST_WAIT)) {
    await pause(wait);
    await visible();
    const answer = await ask(shown);
    if (answer === "gone") {
      giveUp(shown);
      return;
    }
    if (answer) {
      shown = show(shown, answer);
    }
  }
}

/** @param {HTMLElement} place */
function waits(place) {
  return Boolean(place.dataset.poll) && WAITING.includes(place.dataset.state ?? "");
}

/**
 * The answer as a document; null when there is nothing new or no connection for the moment;
 * "gone" when asking again is no use.
 * @param {HTMLElement} place
 * @returns {Promise<Document | "gone" | null>}
 */
async function ask(place) {
  const headers = {
    Accept: "text/html",
    "Twofold-Fragment": place.id,
    "Twofold-State": place.dataset.state ?? "",
  };
  try {
    const answer = await fetch(place.dataset.poll ?? "", { headers, redirect: "manual" });
    if (answer.type === "opaqueredirect" || [401, 403, 404, 410].includes(answer.status)) {
      return "gone";
    }
    const html = answer.status === 200 ? await answer.text() : null;
    return html === null ? null : new DOMParser().parseFromString(html, "text/html");
  } catch {
    return null;
  }
}

/**
 * @param {HTMLElement} place
 * @param {Document} answer
 */
function show(place, answer) {
  const state = place.dataset.state;
  const words = place.dataset.announce;
  const shown = replace(place, answer);
  if (shown.dataset.state !== state || shown.dataset.announce !== words) {
    announce(shown.dataset.announce ?? shown.dataset.state ?? "");
    document.title = answer.title || document.title;
  }
  return shown;
}

/** @param {HTMLElement} place */
function giveUp(place) {
  const words = "The result cannot be shown here; you may be signed out. Your code is stored.";
  const reload = button("Load the page again", () => location.reload(), { class: "button quiet" });
  place.removeAttribute("data-poll");
  place.append(element("p", { class: "poll-lost" }, words, " ", reload));
  announce(words);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Nobody looks at a hidden page, so it asks for nothing. */
async function visible() {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
    });
  }
}
