import * as fc from 'fast-check';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { escapeHtml } from './html.ts';

test('a text comes back from an element and from an attribute', () => {
  const { document } = new Window();
  const signs = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', 'a', 'amp;', '!--', 'চ', ' ') });
  fc.assert(
    fc.property(signs, (text) => {
      const safe = escapeHtml(text);
      document.body.innerHTML = `<p title="${safe}">${safe}</p>`;
      const [element] = document.body.children;
      expect(document.body.children).toHaveLength(1);
      expect([element?.textContent, element?.getAttribute('title')]).toEqual([text, text]);
    }),
  );
});
