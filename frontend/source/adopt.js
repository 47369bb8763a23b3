// Style sheets without a <style> element, which the pages' policy (style-src 'self') would block.

/** @param {string} css */
export function adopt(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}
