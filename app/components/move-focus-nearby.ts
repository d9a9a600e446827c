/**
 * For a control that can disappear when it is pressed, such as minus at 1: moves the keyboard focus to the control that
 * takes its place, or else to a near one, so that it does not return to the top of the page.
 */
export function moveFocusNearby(pressed: HTMLElement): void {
  const near: (Element | null)[] = [];
  let at = pressed;
  for (; at.parentElement && at.localName !== 'main'; at = at.parentElement) {
    near.push(at.nextElementSibling, at.previousElementSibling, at.parentElement);
  }
  requestAnimationFrame(() => {
    if (pressed.isConnected) return;
    const heir = near
      .map((place) => (place?.isConnected ? firstControl(place) : null))
      .find((control) => control !== null);
    (heir ?? at).focus();
  });
}

/** A control like the pressed one, rather than a link to another page. */
function firstControl(place: Element): HTMLElement | null {
  return place.querySelector<HTMLElement>('button:enabled') ?? place.querySelector<HTMLElement>('a[href]');
}
