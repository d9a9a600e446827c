/**
 * How JSX becomes elements: React's way, except that no text stands beside something else. A browser that translates a
 * page puts elements in the place of texts. React finds that out where a text is all that its element has; any other one
 * it would change outside of the page, and fail when it removes it or puts something before it. An amount is no text.
 */
import { type ElementType, Fragment, type Key, type ReactNode } from 'react';
import { jsx as element, jsxs as elements } from 'react/jsx-runtime';

export { Fragment, type JSX } from 'react/jsx-runtime';

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode | readonly ReactNode[] };

/** Elements that have only text. */
const TEXT_ONLY = new Set<unknown>(['option', 'script', 'style', 'text', 'textarea', 'title', 'tspan']);

const isText = (child: unknown): child is string | number => typeof child === 'string' || typeof child === 'number';
const isShown = (child: unknown): boolean => child !== null && child !== undefined && typeof child !== 'boolean';

/** 'Tk 743.0' */
const AMOUNT = /^[+−-]?(?:Tk |৳)[−-]?[\p{Nd},.]+$/u;

/** An element with at most one child. */
function single(type: ElementType, props: Props, key?: Key) {
  const { children } = props;
  const isAmount = typeof type === 'string' && typeof children === 'string' && AMOUNT.test(children);
  return element(type, isAmount && !TEXT_ONLY.has(type) ? { translate: 'no', ...props } : props, key);
}

/** Nobody translates spaces. */
const inElement = (child: ReactNode): ReactNode =>
  isText(child) && String(child).trim() !== '' ? single('span', { children: child }) : child;

/** One child, or a list with keys. */
export function jsx(type: ElementType, props: Props, key?: Key) {
  return single(type, type === Fragment ? { ...props, children: inElement(props.children as ReactNode) } : props, key);
}

/** Several children. */
export function jsxs(type: ElementType, props: Props, key?: Key) {
  const children = TEXT_ONLY.has(type) ? props.children : withoutLooseTexts(type, props.children as ReactNode[]);
  return (Array.isArray(children) ? elements : single)(type, { ...props, children }, key);
}

/** Texts that follow one another are one. A text that is left alone is the only child; others get an element. */
function withoutLooseTexts(type: ElementType, children: readonly ReactNode[]): ReactNode {
  const own = [...children];
  let first = -1;
  for (const [at, child] of children.entries()) {
    if (isText(child) && first >= 0) {
      own[first] = `${String(own[first])}${child}`;
      own[at] = null;
    } else if (isShown(child)) first = isText(child) ? at : -1;
  }
  const shown = own.filter(isShown);
  return shown.length === 1 && isText(shown[0]) && type !== Fragment ? shown[0] : own.map(inElement);
}

/** What the development server's JSX calls. */
export const jsxDEV = (type: ElementType, props: Props, key: Key | undefined, isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(type, props, key);
