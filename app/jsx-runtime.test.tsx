import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './components/email-text.tsx';
import { PageText } from './components/page-text.tsx';

const { name, price } = { name: 'Rice', price: 'Tk 85' };
const nothing = null;

// prettier-ignore
const GIVEN: readonly (readonly [string, () => ReactElement])[] = [
  ['<p translate="no">Tk 85</p>', () => <p>{price}</p>],
  ['<p translate="no">৳১,০৮৫</p>', () => <p>{'৳১,০৮৫'}</p>],
  ['<p>Tk 85 each</p>', () => <p>{price} each</p>],
  ['<p>Rice, 1 kg</p>', () => <p>{name}, {1} kg</p>],
  ['<p translate="no">Tk 85</p>', () => <p>{price}{nothing}</p>],
  ['<p><span>Tk 85 </span><b>off</b></p>', () => <p>{price} <b>off</b></p>],
  ['<p><b>1</b> <i>2</i></p>', () => <p><b>1</b> <i>2</i></p>],
  ['<p><b translate="no">Tk 85</b><span>Rice 2</span></p>', () => <p><b>{price}</b>{nothing}{name}{' '}{2}</p>],
  ['<p><span translate="no">Tk 85</span><span>a Tk 85</span></p>', () => <p><>{price}</><>a {price}</></p>],
  ['<option>Rice Tk 85</option>', () => <option>{name} {price}</option>],
  ['<p><span>a</span><wbr/><span>@b</span></p>', () => <p><EmailText email="a@b" /></p>],
  ['<p class="mt-3 whitespace-pre-line first:mt-0"><span>a</span>\n<span>b</span></p>', () => <PageText text={'a\nb'} />],
];

test.each(GIVEN)('no text stands beside something else: %s', (html, given) => {
  expect(renderToStaticMarkup(given())).toBe(html);
});
