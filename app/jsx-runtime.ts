/**
 * How JSX becomes elements: React's way, except that no text stands beside something else. A browser that translates a
 * page puts elements in the place of texts. React finds that out where a text is all that its element has; any other one it
 * would change outside of the page, and fail when it removes it or puts something before it.
 */
import { type ElementType, Fragment, type Key, type ReactNode } from 'react';
import { jsx as element, jsxs as elements } from 'react/jsx-runtime';

export { Fragment, type JSX } from 'react/jsx-runtime';

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/** Elements that have only text. */
const TEXT_ONLY = new Set<unknown>(['option', 'script', 'style', 'text', 'textarea', 'title', 'tspan']);

/** One child, or a list with keys. */
export function jsx(type: ElementType, props: Props, key?: Key) {
  return element(type, type === Fragment ? { ...props, children: inElement(props.children) } : props, key);
}

/** Several children. */
export function jsxs(type: ElementType, props: Props & { readonly children: readonly ReactNode[] }, key?: Key) {
  const children = withoutLooseTexts(type, props.children);
  return (Array.isArray(children) ? elements : element)(type, { ...props, children }, key);
}

/** Texts that follow one another are one. A text that is left alone is the only child; others get an element. */
function withoutLooseTexts(type: unknown, children: readonly ReactNode[]): ReactNode {
  if (TEXT_ONLY.has(type)) return [...children];
  const own: ReactNode[] = [...children];
  let first = -1;
  let others = 0;
  let texts = 0;
  for (const [at, child] of children.entries()) {
    if (child === null || child === undefined || typeof child === 'boolean') continue;
    if (!isText(child)) {
      first = -1;
      others += 1;
    } else if (first < 0) {
      first = at;
      texts += 1;
    } else {
      own[first] = `${String(own[first])}${child}`;
      own[at] = null;
    }
  }
  if (texts === 1 && others === 0 && type !== Fragment) return own.find(isText);
  return own.map(inElement);
}

function isText(child: ReactNode): child is string | number {
  return typeof child === 'string' || typeof child === 'number';
}

/** Nobody translates spaces. */
function inElement(child: ReactNode): ReactNode {
  return isText(child) && String(child).trim() !== '' ? element('span', { children: child }) : child;
}

/** What the development server's JSX calls. */
export function jsxDEV(type: ElementType, props: Props, key: Key | undefined, isStatic: boolean) {
  return isStatic && Array.isArray(props.children)
    ? jsxs(type, { ...props, children: props.children }, key)
    : jsx(type, props, key);
}
