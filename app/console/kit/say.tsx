import { Fragment, type ReactNode } from 'react';
import type { ParametersOf } from '../../../base/message.ts';
import type { ConsoleText } from '../../../messages/console/bn.ts';
import { told } from '../../../messages/console/t.ts';

/** A text with elements in the places of its parameters. */
export function say<Text extends ConsoleText>(
  text: Text,
  parts: Readonly<Record<ParametersOf<Text>, ReactNode>>,
): ReactNode {
  const given: Readonly<Record<string, ReactNode>> = parts;
  const pieces = told(text).matchAll(/\{(\w+)\}|[^{]+/g);
  return Array.from(pieces, ({ 0: piece, 1: name, index }) => (
    <Fragment key={index}>{name === undefined ? piece : given[name]}</Fragment>
  ));
}
