// What the browser keeps for this site. It may refuse to keep anything; then nothing is remembered.

const PREFIX = "twofold.";

/**
 * @param {string} key
 * @returns {string | null}
 */
export function recall(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string | null} value  null forgets it
 */
export function keep(key, value) {
  try {
    if (value === null) {
      localStorage.removeItem(PREFIX + key);
    } else {
      localStorage.setItem(PREFIX + key, value);
    }
  } catch {
    // Storage is off or full.
  }
}
