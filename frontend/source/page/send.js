// One draft on its way to the server, and what the server made of it.

/**
 * @typedef {object} Saved  a draft as the server has it
 * @property {number} revision
 * @property {string} source
 * @property {string} savedAt  a moment in ISO 8601; empty when it is not known
 */

/**
 * @typedef {{ kind: "saved" | "conflict", draft: Saved }
 *   | { kind: "refused", words: string }
 *   | { kind: "unheard" }} Answer
 */

/** What browsers let a page send while it is going away, less room for the rest. */
const KEPT_ALIVE = 60_000;

/** @type {Record<number, string>} */
const REFUSED = {
  0: "signed out: kept in this browser until you sign in again",
  401: "signed out: kept in this browser until you sign in again",
  403: "not saved: this is not yours to change; kept in this browser",
  404: "not saved: the lesson is gone; kept in this browser",
  413: "not saved: longer than 64 KiB; kept in this browser",
  422: "not saved: the server cannot read it; kept in this browser",
};

/**
 * @param {string} url
 * @param {object} draft
 * @param {string} draft.source
 * @param {number} draft.revision
 * @param {string} draft.owner  whom the page was made for
 * @param {string} draft.key  which page it is
 * @param {boolean} draft.leaving
 * @returns {Promise<Answer>}
 */
export async function send(url, { source, revision, owner, key, leaving }) {
  const body = new URLSearchParams({ source, revision: String(revision), owner, key });
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { Accept: "application/json" },
      body,
      redirect: "manual",
      keepalive: leaving && body.toString().length < KEPT_ALIVE,
    });
    if (answer.ok || answer.status === 409) {
      const draft = read(await answer.json(), source);
      return { kind: answer.ok ? "saved" : "conflict", draft };
    }
    // A redirect (to the page for signing in) has the status 0.
    const words = REFUSED[answer.status];
    return words ? { kind: "refused", words } : { kind: "unheard" };
  } catch {
    return { kind: "unheard" };
  }
}

/**
 * @param {{ revision: number, source?: string, saved_at: string }} json
 * @param {string} sent
 * @returns {Saved}
 */
function read({ revision, source, saved_at: savedAt }, sent) {
  return { revision, source: source ?? sent, savedAt };
}
