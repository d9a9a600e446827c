/** A page's HTML as a tree in which a test finds things by role and name, as the browser tests do. */
import { within } from '@testing-library/dom';
import { Window } from 'happy-dom';

export type Screen = ReturnType<typeof screenOf>;

/** Scripts do not run, and styles are not looked at: what a page says and has is in its HTML. */
const UNSEEN = /<(style|script)\b(?![^>]*type="application\/ld\+json")[^>]*>.*?<\/\1>/gs;

const INLINE = new Set(
  'A ABBR B BDI BUTTON CODE DEL EM I IMG INPUT INS LABEL S SMALL SPAN STRONG SUB SUP SVG TIME'.split(' '),
);

/** What a browser does without a style sheet: the parts of a style that roles and names depend on. */
function styleOf(element: Element): Pick<CSSStyleDeclaration, 'display' | 'visibility' | 'getPropertyValue'> {
  const isShown = !element.hasAttribute('hidden') && (element.tagName !== 'DIALOG' || element.hasAttribute('open'));
  const display = isShown ? (INLINE.has(element.tagName.toUpperCase()) ? 'inline' : 'block') : 'none';
  return {
    display,
    visibility: 'visible',
    getPropertyValue: (property) => (property === 'display' ? display : ''),
  };
}

const window = new Window({ settings: { disableCSSFileLoading: true, disableJavaScriptFileLoading: true } });
// Names and what is hidden ask for styles again and again; happy-dom's own answer takes most of a test's time.
Object.assign(window, { getComputedStyle: styleOf });

function parse(html: string): Document {
  const shown = html.replaceAll(UNSEEN, '');
  const document = new window.DOMParser().parseFromString(shown, 'text/html') as unknown as Document;
  // happy-dom reads of a select's chosen option that it is another one.
  for (const option of document.querySelectorAll<HTMLOptionElement>('option[selected]')) option.selected = true;
  return document;
}

/** The HTML is parsed when something is first looked for. */
export function screenOf(html: string) {
  let parsed: Document | undefined;
  const documentOf = (): Document => (parsed ??= parse(html));
  return {
    get document() {
      return documentOf();
    },
    /** Queries by role and name: `screen.getByRole('heading', { level: 1 })`. */
    get screen() {
      return within(documentOf().body);
    },
    /** The queries within one part, a landmark of this role and name. */
    part: (role: string, name?: string | RegExp) =>
      within(within(documentOf().body).getByRole(role, name === undefined ? {} : { name })),
    /** The fields of a form as a browser would send them, with their names. */
    fieldsOf(form: HTMLFormElement): FormData {
      const fields = new FormData();
      const shown = new window.FormData(form as never) as unknown as FormData;
      for (const [name, value] of shown) fields.append(name, typeof value === 'string' ? value : new File([], ''));
      return fields;
    },
  };
}
