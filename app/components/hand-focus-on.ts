/** What the keyboard can go to. */
const CONTROL = 'a[href], button:not(:disabled)';

/**
 * For a control that may take itself away as it is pressed, such as minus at 1: hands the keyboard's focus on to what
 * follows in its place, else to what came before it, so that nobody has to start again at the top of the page.
 */
export function handFocusOn(pressed: Element): void {
  const places: { parent: Element; neighbours: (Element | null)[] }[] = [];
  for (let at = pressed; at.parentElement; at = at.parentElement) {
    places.push({ parent: at.parentElement, neighbours: [at.nextElementSibling, at.previousElementSibling] });
  }
  requestAnimationFrame(() => {
    if (pressed.isConnected) return;
    const place = places.find(({ parent }) => parent.isConnected);
    const heir = [...(place?.neighbours ?? []), place?.parent]
      .map((near) => (near?.isConnected ? near.querySelector<HTMLElement>(CONTROL) : null))
      .find((found) => found !== null);
    (heir ?? document.querySelector('main'))?.focus();
  });
}
