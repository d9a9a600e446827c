/** The pages that the operator writes: in the console's form, and as shoppers see them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAGE_SETTINGS } from '../../domain/shop/pages.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import type { Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let operator: Visitor;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
});
beforeEach(() => write(allAs('')));
afterAll(() => door.close());

const allAs = (text: string) => Object.fromEntries(PAGE_SETTINGS.map((name) => [name, text]));

async function write(texts: Readonly<Record<string, string>>): Promise<void> {
  expect(await door.services.shop.change(texts, 'operator')).toMatchObject({ ok: true });
}

test('a draft of the terms becomes a page in both languages, with links in footer and sitemap', async () => {
  const visitor = door.visitor();
  const footerLink = async (path: string, name: string) => {
    const link = (await visitor.open(path)).part('contentinfo').getByRole('link', { name });
    return link.getAttribute('href') ?? `disabled: ${link.getAttribute('aria-disabled')}`;
  };
  const sitemap = async () => (await visitor.fetch('/sitemap.xml')).text();
  expect((await visitor.open('/terms')).status).toBe(404);
  expect(await footerLink('/about', 'Terms of use')).toBe('disabled: true');
  expect(await sitemap()).not.toContain('/terms');

  const { terms, termsBn } = door.services.shop.pageDrafts();
  expect(terms).toContain('These are the rules when you order from {shop}.');
  expect(termsBn).toContain('{shop}');
  await write({ terms, termsBn });
  const page = await visitor.open('/terms');
  page.screen.getByRole('heading', { name: 'Terms of use', level: 1 });
  page.screen.getByRole('heading', { name: 'Your order', level: 2 });
  expect(page.part('main').getAllByRole('listitem')[0]?.textContent).toContain('Place order');
  expect(page.part('main').getByRole('link').getAttribute('href')).toBe('tel:+8801700000000');
  await write({ phone: '01711–222333', sameDayUntil: '11:30' });
  const later = await visitor.open('/terms');
  expect(later.part('main').getByRole('link').getAttribute('href')).toBe('tel:01711222333');
  expect(later.html).toContain('before 11:30 AM');
  await write({ phone: '+880 1700-000000', sameDayUntil: '14:00' });
  const bangla = await visitor.open('/bn/terms');
  bangla.screen.getByRole('heading', { name: 'আপনার অর্ডার', level: 2 });
  expect(bangla.document.title).toBe('ব্যবহারের শর্ত · সদাই');
  expect(await footerLink('/bn/terms', 'ব্যবহারের শর্ত')).toBe('/bn/terms');
  expect(await sitemap()).toContain('/bn/terms</loc>');
  const own = (await operator.open('/operator/pages')).part('region', 'Terms');
  own.getByRole('link', { name: 'In the shop' });

  await write({ terms: '', termsBn: '' });
  expect((await visitor.open('/bn/terms')).status).toBe(404);
  expect(await sitemap()).not.toContain('/terms');
});

test('text stays text, and one language stands in for the other', async () => {
  const visitor = door.visitor();
  const headings = async () =>
    (await visitor.open('/bn/about'))
      .part('main')
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
  expect(await headings()).toEqual(['আমাদের কথা']);
  await write({
    about:
      '<script>document.title = "no"</script>\n<img src=x onerror=alert(1)>\n\n# **Us**\n- Write: javascript:alert(1), rina@shop.example\n- https://shop.example/a?b=1.',
    contactBn: 'যেকোনো সময় ফোন করুন।',
  });
  expect(await headings()).toEqual(['আমাদের কথা', '**Us**']);
  const about = await visitor.open('/bn/about');
  expect(about.html).toContain('&lt;script&gt;document.title = &quot;no&quot;&lt;/script&gt;');
  expect(about.document.querySelector('main [lang=en]')?.textContent).toContain('<script>document.title');
  expect(about.part('main').queryAllByRole('img')).toEqual([]);
  const links = about.part('main').getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.textContent, link.getAttribute('rel')])).toEqual([
    ['mailto:rina@shop.example', 'rina@shop.example', 'nofollow noopener'],
    ['https://shop.example/a?b=1', 'https://shop.example/a?b=1', 'nofollow noopener'],
  ]);

  const contact = await visitor.open('/contact');
  const call = contact.part('main').getByRole('link', { name: 'Call +880 1700-000000' });
  expect(call.getAttribute('href')).toBe('tel:+8801700000000');
  expect(contact.document.querySelector('main [lang=bn]')?.textContent).toBe('যেকোনো সময় ফোন করুন।');
});

test('the longest texts of all pages come in one save; longer ones are refused', async () => {
  const save = async (texts: Readonly<Record<string, string>>) => {
    const body = new FormData();
    for (const [name, text] of Object.entries(texts)) body.set(name, text);
    return (await operator.fetch('/operator/pages', { method: 'POST', body })).status;
  };
  const longest = allAs('ক'.repeat(20_000));
  expect(await save(longest)).toBe(200);
  expect(await save({ terms: 'a'.repeat(20_001) })).toBe(422);
  expect(await save({ terms: 'a'.repeat(2_000_000) })).toBe(413);
  expect(door.services.shop.settings()).toMatchObject(longest);
});

test('the footer leads to where else the shop is', async () => {
  const addresses = async () => {
    const footer = (await door.visitor().open('/about')).part('contentinfo');
    return ['Facebook', 'YouTube', 'Instagram'].map((name) => footer.getByRole('link', { name }).getAttribute('href'));
  };
  expect(await addresses()).toEqual([null, null, null]);
  const [facebook, youtube] = ['https://www.facebook.com/sodai', 'https://youtube.com/@sodai'];
  await write({ facebook, youtube });
  expect(await addresses()).toEqual([facebook, youtube, null]);
});
