/** What stands in English on a Bangla page, in its HTML (test/pages) and in the browser (test/e2e). */

/** Names, addresses and formats that are the same in every language. An e-mail address can be two pieces of text. */
const SAME_EVERYWHERE =
  /https?:\S+|\S*@\S+|shopper-\S+|[\da-f-]{36}|#[a-z0-9]{6}|delete-my-account|Facebook|Instagram|YouTube|App Store|Google Play|Stripe|JPEG|PNG|WebP|AVIF|GIF/g;

/** What shoppers see or hear of a page. A browser gets this function as text, so it uses nothing from outside. */
export function textsOn(page: Document = document): string[] {
  const texts = [page.title];
  const walker = page.createTreeWalker(page.body, 4 /* NodeFilter.SHOW_TEXT */);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // The link to the English page is English.
    if (!node.parentElement?.closest('script, style, noscript, body [lang=en]')) texts.push(node.textContent ?? '');
  }
  const described = 'meta[name=description], meta[property="og:title"], meta[property="og:description"]';
  for (const name of ['aria-label', 'placeholder', 'alt', 'title', 'content'])
    for (const element of page.querySelectorAll(`body [${name}], ${described}`))
      texts.push(element.getAttribute(name) ?? '');
  return texts;
}

/** Those of the texts that have Latin words, or ASCII digits beside Bangla letters. */
export function englishIn(texts: readonly string[]): string[] {
  return texts
    .map((text) => text.replace(SAME_EVERYWHERE, '').trim())
    .filter((text) => /[A-Za-z]{2}/.test(text) || /[\u0980-\u09ff].*[0-9]|[0-9].*[\u0980-\u09ff]/.test(text));
}
