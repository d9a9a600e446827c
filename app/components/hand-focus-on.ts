/** What the keyboard can go to. */
const CONTROL = 'a[href], button:enabled';

/**
 * For a control that may take itself away as it is pressed, such as minus at 1: hands the keyboard's focus on to what
 * follows in its place, else to what is near, so that nobody has to start again at the top of the page.
 */
export function handFocusOn(pressed: HTMLElement): void {
  const near: (Element | null)[] = [];
  let at = pressed;
  for (; at.parentElement && at.localName !== 'main'; at = at.parentElement) {
    near.push(at.nextElementSibling, at.previousElementSibling, at.parentElement);
  }
  requestAnimationFrame(() => {
    if (pressed.isConnected) return;
    const heir = near
      .map((place) => (place?.isConnected ? place.querySelector<HTMLElement>(CONTROL) : null))
      .find((control) => control !== null);
    (heir ?? at).focus();
  });
}
