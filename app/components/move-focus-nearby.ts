/** For a control that can disappear when it is pressed, such as minus at 1: keeps the keyboard focus near its place. */
export function moveFocusNearby(pressed: HTMLElement): void {
  const near: (Element | null)[] = [];
  let at = pressed;
  for (; at.parentElement && at.localName !== 'main'; at = at.parentElement) {
    near.push(at.nextElementSibling, at.previousElementSibling, at.parentElement);
  }
  requestAnimationFrame(() => {
    if (pressed.isConnected) return;
    const heir = near.map((place) => (place?.isConnected ? firstControl(place) : null)).find(Boolean);
    (heir ?? at).focus();
  });
}

/** A control like the pressed one, rather than a link to another page. */
function firstControl(place: Element): HTMLElement | null {
  return place.querySelector<HTMLElement>('button:enabled') ?? place.querySelector<HTMLElement>('a[href]');
}
