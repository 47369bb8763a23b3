// What a lesson's page gains from scripts: snippets and quiz questions answer in place, formulas
// are copied as LaTeX, and Escape takes the meaning of a word away. Nothing here is needed.

const RUN_PAUSES = { first: 200, factor: 1.4, longest: 2000 };

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-run]");
  if (button) {
    event.preventDefault();
    // Somebody who has to sign in first takes the code of the page's own box along.
    const fields = "sendCode" in button.dataset ? new FormData(button.form) : new FormData();
    run(button.dataset.run, button.formAction, fields, button);
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.run) {
    event.preventDefault();
    run(form.dataset.run, form.action, new FormData(form), form);
  } else if (form.dataset.quiz) {
    event.preventDefault();
    answer(form);
  }
});

/** Ask the server for a page; null where there is none, and `signIn` where one has to sign in. */
async function page(address, method, fields) {
  const options = { method, headers: { Accept: "text/html" } };
  let url = address;
  if (method === "POST") {
    options.body = new URLSearchParams(fields);
  } else {
    url = address.replace(/#.*$/, "");
  }
  const response = await fetch(url, options);
  if (new URL(response.url).pathname === "/sign-in") {
    return { signIn: response.url };
  }
  return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
}

// Snippets

async function run(id, address, fields, from) {
  const place = document.getElementById(`${id}-run-result`);
  place.setAttribute("aria-busy", "true");
  from.setAttribute("aria-busy", "true");
  try {
    const answered = await page(address, "POST", fields);
    if (answered?.signIn && "sendCode" in from.dataset) {
      location.assign(answered.signIn);
    } else if (answered?.signIn) {
      say(place, "You are signed out. Sign in in another tab, and press the button again.");
    } else if (answered) {
      await follow(swap(answered, place.id));
    } else {
      say(place, "It was not run. Load the page again, and copy what you changed before that.");
    }
  } catch {
    say(place, "It could not be sent. Are you connected? Try again in a moment.");
  }
  from.removeAttribute("aria-busy");
  document.getElementById(`${id}-run-result`).removeAttribute("aria-busy");
}

/** Look again until the run is done, and then let whoever listens hear what came of it. */
async function follow(place) {
  let shown = place;
  for (let pause = RUN_PAUSES.first; shown?.dataset.runAt; pause *= RUN_PAUSES.factor) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, RUN_PAUSES.longest)));
    const answered = await page(shown.dataset.runAt, "GET");
    if (!answered || answered.signIn) {
      say(shown, "What came of it cannot be shown here. Run it again.");
      return;
    }
    shown = swap(answered, shown.id);
  }
  // Whoever has gone on to something else meanwhile is left where they are.
  const focused = document.activeElement;
  const waits = focused === document.body || shown?.parentElement?.contains(focused);
  if (shown && waits) {
    shown.focus({ preventScroll: true });
    shown.scrollIntoView({ block: "nearest" });
  }
}

function say(place, words) {
  const line = document.createElement("p");
  line.append(words);
  place.replaceChildren(line);
  place.removeAttribute("data-run-at");
  place.focus({ preventScroll: true });
}

// The quiz

async function answer(form) {
  const all = form.dataset.quiz === "all";
  const places = all ? questions() : [form.dataset.quiz];
  const fields = new FormData(form);
  form.setAttribute("aria-busy", "true");
  try {
    const answered = await page(form.action, form.method.toUpperCase(), fields);
    if (answered) {
      for (const id of [...places, "quiz-progress", "quiz-again"]) {
        swap(answered, id);
      }
      settle(all ? "quiz" : form.dataset.quiz);
      return;
    }
  } catch {
    // No connection: sending the form by itself lets the browser say so.
  }
  form.submit();
}

function questions() {
  return [...document.querySelectorAll(".question")].map((question) => question.id);
}

/** Where the focus goes: to what came of it, or to the question that is open again. */
function settle(id) {
  const place = document.getElementById(id);
  const outcome = place.querySelector("[data-outcome]");
  if (outcome) {
    outcome.focus({ preventScroll: true });
    outcome.scrollIntoView({ block: "nearest" });
  } else {
    (place.querySelector("input") ?? document.querySelector(".question input"))?.focus();
  }
}

/** Put the element of the answer in the place of ours; the new one, or null. */
function swap(answered, id) {
  const ours = document.getElementById(id);
  const theirs = answered.getElementById(id);
  if (!ours || !theirs) {
    return null;
  }
  ours.replaceWith(theirs);
  return theirs;
}

// Formulas

document.addEventListener("copy", (event) => {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed || event.target.closest?.("textarea, input")) {
    return;
  }
  const range = selection.getRangeAt(0).cloneRange();
  for (const [container, edge] of [
    [range.startContainer, "setStartBefore"],
    [range.endContainer, "setEndAfter"],
  ]) {
    const formula = (container.nodeType === 1 ? container : container.parentElement)?.closest("math");
    if (formula) {
      range[edge](formula);
    }
  }
  const copied = document.createElement("div");
  copied.append(range.cloneContents());
  const formulas = copied.querySelectorAll("math");
  if (formulas.length === 0) {
    return;
  }
  for (const formula of formulas) {
    formula.replaceWith(latex(formula));
  }
  event.clipboardData.setData("text/plain", asText(copied));
  event.clipboardData.setData("text/html", copied.innerHTML);
  event.preventDefault();
});

function latex(formula) {
  const source = formula.querySelector("annotation")?.textContent.trim() ?? formula.textContent;
  return formula.getAttribute("display") === "block" ? `$$${source}$$` : `$${source}$`;
}

/** The text as it would be read, with its lines; an element has lines only where it is laid out. */
function asText(element) {
  element.className = "visually-hidden copied";
  document.body.append(element);
  const text = element.innerText;
  element.remove();
  element.removeAttribute("class");
  return text;
}

// Words

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    for (const word of document.querySelectorAll(".word:hover, .word:focus-visible")) {
      word.classList.add("quiet");
      for (const gone of ["pointerleave", "blur"]) {
        word.addEventListener(gone, () => word.classList.remove("quiet"), { once: true });
      }
    }
  }
});

// A page that was loaded while a run was under way goes on waiting for it.
document.querySelectorAll("[data-run-at]").forEach(follow);
