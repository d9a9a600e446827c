import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useLate } from '../components/late.tsx';
import { drawer } from '../state/drawer.ts';
import { useInstall } from '../state/offline/install.ts';
import type { MenuProps } from './menu.tsx';

export const DRAWER_ID = 'menu';
export const MENU_BUTTON_ID = 'menu-button';

interface DrawerProps extends Omit<MenuProps, 'install'> {
  open: boolean;
  /** It may be opened soon. */
  wanted: boolean;
}

/** The side drawer menu. It closes on a navigation, on a click outside and on Escape (product §2), and returns the focus. */
export function Drawer({ open, wanted, ...shown }: DrawerProps) {
  const ref = useRef<HTMLDivElement>(null);
  const Menu = useLate(() => import('./menu.tsx'), open || wanted);
  const install = useInstall();
  useCloseOnNavigation(ref);
  useWhileOpen(open && Menu !== undefined, ref);
  return (
    <div ref={ref} id={DRAWER_ID} hidden={!open} className="absolute top-full left-0 z-40">
      {open && Menu ? <Menu {...shown} install={install} /> : null}
    </div>
  );
}

function close(drawerElement: HTMLElement | null): void {
  if (drawerElement?.contains(document.activeElement)) document.getElementById(MENU_BUTTON_ID)?.focus();
  drawer.set(false);
}

function useCloseOnNavigation(ref: RefObject<HTMLElement | null>): void {
  // The key changes with every navigation, also one to the current page.
  const { key } = useLocation();
  const last = useRef(key);
  useEffect(() => {
    if (last.current !== key) close(ref.current);
    last.current = key;
  }, [key, ref]);
}

/** A click outside and Escape close it. Tab stays between the menu button and the links, because the page behind is hidden. */
function useWhileOpen(open: boolean, ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    const menuButton = document.getElementById(MENU_BUTTON_ID);
    if (!open || !element || !menuButton) return;
    const stops: HTMLElement[] = [menuButton, ...element.querySelectorAll<HTMLElement>('a, button')];
    // Takes the focus only when its button has just opened it, not when it was open already.
    if (document.activeElement === menuButton) stops[1]?.focus();
    const listening = new AbortController();
    const onClick = ({ target }: MouseEvent): void => {
      if (target instanceof Node && !element.contains(target) && !menuButton.contains(target)) drawer.set(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close(element);
      const at = stops.findIndex((stop) => stop === document.activeElement);
      if (event.key !== 'Tab' || at < 0) return;
      event.preventDefault();
      stops.at((at + (event.shiftKey ? -1 : 1)) % stops.length)?.focus();
    };
    document.addEventListener('click', onClick, listening);
    document.addEventListener('keydown', onKey, listening);
    return () => listening.abort();
  }, [open, ref]);
}
