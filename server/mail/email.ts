/** How mails are written: in the language of a page, but outside of its build. */
import { clockParts, dayInDhaka, dayParts } from '../../base/dates.ts';
import { localDigits } from '../../base/digits.ts';
import { type Language, LANGUAGE_RULES, localPath } from '../../base/language.ts';
import { escapeHtml } from '../../base/html.ts';
import { fillIn } from '../../base/message.ts';
import { measureText } from '../../domain/catalogue/measure.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { Order } from '../../domain/orders/order.ts';
import { logoFile } from '../../domain/shop/logo.ts';
import type { Look } from '../../domain/shop/palette.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { TEXTS } from '../../messages/texts.ts';

export interface Recipient {
  to: string;
  language: Language;
}

/** The sender: the shop's name, its support phone, its address (an origin) and its look. */
export interface Sender {
  name: string;
  nameBn: string;
  phone: string;
  url: string;
  look?: Look | null;
}

const USUAL_COLOUR = '#15803d';

/** A part of a mail, in plain text, which is escaped in HTML. A text alone is a paragraph. */
export type Part =
  | string
  | { kind: 'link'; label: string; url: string }
  | { kind: 'rows'; rows: readonly (readonly [string, string])[] }
  | { kind: 'linked-rows'; rows: readonly Record<'label' | 'url' | 'text' | 'amount', string>[] };

type Draft = Recipient & { subject: string; parts: readonly Part[] };

export type Email = ReturnType<typeof renderEmail>;

export function renderEmail(sender: Sender, { to, language, subject, parts }: Draft) {
  const { logo, accent } = sender.look ?? {};
  // The one of light pages: mails are white.
  const colour = accent?.bars[0] ?? USUAL_COLOUR;
  const name = shopNameIn(language, sender);
  const closing = `${name} · ${localDigits(language, sender.phone)}`;
  const home = sender.url + localPath(language, '/');
  return {
    to,
    subject,
    text: `${[...parts.map(textOf), `${closing}\n${home}`].join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1917;background:#fff">',
      '<div style="max-width:560px;margin:0 auto">',
      ...(logo
        ? [
            `<p><img src="${sender.url}${logoFile(logo, '96.png')}" alt="${escapeHtml(name)}" height="40" style="max-width:100%"></p>`,
          ]
        : []),
      ...parts.map((part) => htmlOf(part, colour)),
      `<p style="margin-top:32px;padding-top:16px;border-top:1px solid #d6d3d1;color:#57534e">${escapeHtml(closing)}<br>`,
      `<a href="${escapeHtml(home)}" style="color:${colour}">${escapeHtml(home)}</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  };
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'link':
      return `${part.label}:\n${part.url}`;
    case 'rows':
      return part.rows.map(([left, right]) => `${left}: ${right}`).join('\n');
    case 'linked-rows':
      return part.rows.map(({ label, url, text, amount }) => `${label}, ${text}: ${amount}\n${url}`).join('\n\n');
  }
}

function htmlOf(part: Part, colour: string): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  switch (part.kind) {
    case 'link':
      return (
        `<p><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
        `background:${colour};color:#fff;text-decoration:none">${escapeHtml(part.label)}</a></p>` +
        `<p style="color:#57534e;word-break:break-all">${escapeHtml(part.url)}</p>`
      );
    case 'rows':
      return htmlTable(part.rows.map(([left, right]) => htmlRow(escapeHtml(left), right)));
    case 'linked-rows':
      return htmlTable(
        part.rows.map(({ label, url, text, amount }) => {
          const link = `<a href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(label)}</a>`;
          return htmlRow(`${link}<br>${escapeHtml(text)}`, amount);
        }),
      );
  }
}

function htmlTable(rows: readonly string[]): string {
  return `<table style="width:100%;border-collapse:collapse">${rows.join('')}</table>`;
}

/** `left` is HTML. */
function htmlRow(left: string, right: string): string {
  const cell = 'padding:6px 0;border-bottom:1px solid #e7e5e4;vertical-align:top';
  return (
    `<tr><td style="${cell}">${left}</td>` +
    `<td style="${cell};padding-left:16px;text-align:right;white-space:nowrap">${escapeHtml(right)}</td></tr>`
  );
}

/** An amount in Tk: 'Tk 85.0', '৳৮৫.০'. */
export function amountText(language: Language, amount: string): string {
  return fillIn(language, TEXTS[language].PRICE, { amount: localDigits(language, amount) });
}

/** A product with its weight and unit: 'Potato (1 kg)', 'আলু (১ কেজি)'. */
export function productText(language: Language, product: Product): string {
  const name = product[LANGUAGE_RULES[language].productName] || product.name;
  return `${name} (${measureText(language, TEXTS[language].UNIT_NAMES, product)})`;
}

/** When an order was placed, in Dhaka's time; in English after its own text. */
export function timeText(language: Language, { time }: Pick<Order, 'time'>): string {
  const { TIME, CLOCK, DAY_PERIODS, IN_DHAKA } = TEXTS[language];
  const placedAt = new Date(time);
  const clock = fillIn(language, CLOCK, clockParts(language, placedAt, DAY_PERIODS));
  const local = fillIn(language, TIME, { ...dayParts(language, dayInDhaka(placedAt)), clock });
  return language === 'en' ? `${time} (${fillIn(language, IN_DHAKA, { time: local })})` : local;
}

/** The mail with the link to a new password (product §5). Without a name, because a stranger may have chosen it. */
export function passwordResetEmail({ to, language }: Recipient, url: string, minutes: number, sender: Sender) {
  const texts = TEXTS[language];
  const shop = shopNameIn(language, sender);
  return renderEmail(sender, {
    to,
    language,
    subject: fillIn(language, texts.MAIL_RESET_SUBJECT, { shop }),
    parts: [
      texts.MAIL_HELLO,
      fillIn(language, texts.MAIL_RESET, { shop }),
      { kind: 'link', label: texts.SET_A_NEW_PASSWORD, url },
      fillIn(language, texts.MAIL_RESET_ONCE, { minutes }),
      texts.MAIL_RESET_NOT_YOU,
    ],
  });
}
