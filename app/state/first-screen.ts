import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/**
 * False while a screen that was opened by a link is rendered for the first time: then it shows what the first screen of a phone shows. The rest
 * follows at once. A document is complete, and so is a screen that Back returns to, which scrolls to its place: both are `POP`.
 */
export function useIsComplete(): boolean {
  return useDeferredValue(true, useNavigationType() === 'POP');
}
