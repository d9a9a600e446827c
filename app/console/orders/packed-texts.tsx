import { CAME_INSTEAD_OF, LANGUAGE, UNIT_NAMES, WEIGHED } from '#messages';
import type { PackedLine } from '../../../domain/orders/edit-order.ts';
import { packedTexts } from '../../../messages/change-text.ts';

const TEXTS = { UNIT_NAMES, WEIGHED, CAME_INSTEAD_OF } as const;

/** What packing has made of a line, if anything. */
export function PackedTexts({ line }: { line: PackedLine }) {
  return packedTexts(LANGUAGE, TEXTS, line).map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ));
}
