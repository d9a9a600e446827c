import { Fragment, type ReactNode } from 'react';
import { type Block, type Part, pageBlocks } from '../../domain/shop/page-text.ts';
import { jsxs } from '../jsx-runtime.ts';

/** A page that the operator has written (domain/shop/page-text.ts). Text stays text, whatever is in it. */
export function PageText({ text }: { text: string }) {
  return inOrder(pageBlocks(text).map(blockOf));
}

/** As written side by side, so that they need no keys. */
function inOrder(children: readonly ReactNode[]): ReactNode {
  return jsxs(Fragment, { children });
}

function blockOf({ kind, lines }: Block): ReactNode {
  switch (kind) {
    case 'heading':
      return <h2 className="mt-6 -mb-1 text-lg first:mt-0">{inOrder(lines.map(lineOf))}</h2>;
    case 'points':
      return (
        <ul className="mt-3 flex list-disc flex-col gap-1 pl-4 marker:text-muted">{inOrder(lines.map(pointOf))}</ul>
      );
    case 'paragraph':
      return (
        <p className="mt-3 whitespace-pre-line first:mt-0">
          {inOrder(lines.flatMap((line) => ['\n', lineOf(line)]).slice(1))}
        </p>
      );
  }
}

function pointOf(line: readonly Part[]): ReactNode {
  return <li>{lineOf(line)}</li>;
}

function lineOf(line: readonly Part[]): ReactNode {
  return inOrder(line.map(partOf));
}

function partOf(part: Part): ReactNode {
  if (typeof part === 'string') return part;
  const wrap = part.href.startsWith('tel:') ? 'whitespace-nowrap' : '';
  // Its padding makes it large enough for a finger, and moves no line.
  return (
    <a href={part.href} rel="nofollow noopener" className={`py-2 text-leaf underline ${wrap}`}>
      {part.text}
    </a>
  );
}
