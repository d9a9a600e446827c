import { FIELD_LABELS, DIVISION_NAMES } from '#messages';
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { CONSOLE_PATH } from '../../../base/console-path.ts';
import { dayInDhaka } from '../../../base/dates.ts';
import { deliveryDays } from '../../../domain/orders/delivery.ts';
import { ADDRESS_FIELDS, ADDRESS_RULES } from '../../../domain/accounts/address.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { type CartAction, type CartItem, cartReducer } from '../../../domain/orders/cart.ts';
import { parseShippingInfo, type ShippingField, type ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { typedShippingErrors } from '../../../domain/orders/edit-order.ts';
import { displayedPrice, shownLinePrice } from '../../../domain/orders/pricing.ts';
import { slotIn, whenOf } from '../../../domain/orders/delivery.ts';
import type { ServedArea } from '../../../domain/shop/areas.ts';
import type { Services } from '../../../server/services.ts';
import { formatMeasure, areaName, productName, secondName } from '../../../messages/format.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { Combobox } from '../../components/combobox.tsx';
import { Field, FieldErrors, SelectField } from '../../components/field.tsx';
import { QuantityControl } from '../../components/quantity-control.tsx';
import { QuantityInput } from '../../components/quantity-input.tsx';
import { type FormErrors, messagesOf } from '../../state/forms/form-errors.ts';
import { Button } from '../kit/form.tsx';
import { type Choice, Options } from '../kit/fields.tsx';
import { Panel } from '../kit/screen.tsx';
import { unsaved } from '../kit/unsaved.ts';
import { dayText, formatTk, whenText } from '../kit/values.tsx';
import type { Found, FoundProduct } from './order-finds.ts';
import { t } from '../../../messages/console/t.ts';

interface OrderFormProps {
  /** It is taken now: whom the shop knows is found, and the area has to be chosen. Else it was placed before. */
  isNew?: boolean;
  lines: readonly CartItem[];
  info: ShippingInfo;
  areas: readonly ServedArea[];
  onChange: (typed: { lines: CartItem[] } | { info: ShippingInfo }) => void;
  disabled: boolean;
  /** It would be lost by leaving. */
  isUnsaved?: boolean;
  isSending: boolean;
  onSend: (order: { items: { id: string; quantity: number }[]; shippingInfo: ShippingInfo }) => void;
  overLines?: ReactNode;
  /** In the last panel, over the button. */
  children: ReactNode;
}

/** An order as an operator types it. It is sent when the address is good. */
export function OrderForm({ isNew = false, lines, info, areas, onChange, ...form }: OrderFormProps) {
  const [errors, setErrors] = useState<FormErrors>([]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const typed = parseShippingInfo(info) ?? info;
    const noArea = { field: 'area', message: sentenceOf({ code: 'no-area' }) };
    const needsArea = isNew && areas.length > 0 && !info.area;
    const faults = [...messagesOf(typedShippingErrors(typed)), ...(needsArea ? [noArea] : [])];
    setErrors(faults);
    const items = lines.map(({ id, quantity }) => ({ id, quantity }));
    if (faults.length === 0 && !form.isSending) form.onSend({ items, shippingInfo: typed });
  };
  const [heading, button] = isNew ? [t('Total'), t('Place order')] : [t('What changes'), t('Save changes')];
  const columns = isNew ? 'md:grid-cols-[20rem_minmax(0,1fr)]' : 'md:grid-cols-[minmax(0,1fr)_20rem]';
  const customer = <CustomerFields isNew={isNew} info={info} areas={areas} onChange={onChange} />;
  return (
    <form
      noValidate
      onSubmit={send}
      {...unsaved(form.isUnsaved === true)}
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${columns}`}
    >
      <FieldErrors errors={errors}>
        {isNew ? customer : null}
        <div className="flex flex-col gap-4 max-md:min-h-dvh">
          <LineFields lines={lines} onChange={(to) => onChange({ lines: to })}>
            {form.overLines}
          </LineFields>
          <Panel heading={heading}>
            {form.children}
            <Button
              label={form.isSending ? `${button} …` : button}
              aria-disabled={form.isSending}
              disabled={form.disabled}
            />
          </Panel>
        </div>
        {isNew ? null : customer}
      </FieldErrors>
    </form>
  );
}

/** `days`: with deliveries, each with its delivery times where it has some. `none`: what stands for no choice. */
export function DayField({ days, none, ...field }: ComponentProps<'select'> & { days: Choice[]; none: string }) {
  return (
    <SelectField label={t('Day')} name="deliveryDay" {...field}>
      <Options none={none} of={days} />
    </SelectField>
  );
}

/** The days that an order can be taken for or moved to, as `whenOf` has them: each free time of a day that has some. */
export async function daysToChoose({ orders, shop }: Pick<Services, 'orders' | 'shop'>): Promise<Choice[]> {
  const slots = await orders.admin.slots();
  return deliveryDays(dayInDhaka(new Date()), shop.delivery).flatMap((day) => {
    const ofDay = slots.filter((slot) => slot.day === day);
    if (ofDay.length === 0) return [[day, dayText(day)] as const];
    const free = ofDay.filter(({ left }) => left > 0);
    return free.map(
      (slot) =>
        [
          whenOf({ deliveryDay: day, slot }),
          `${whenText(day, slot)}: ${t('{left} left', { left: slot.left })}`,
        ] as const,
    );
  });
}

/** What of an order says when it comes, by that choice. */
export function deliveryFields(when: string) {
  return when ? { deliveryDay: when.slice(0, 10), ...slotIn(when) } : {};
}

type TypedField = ShippingField | 'area';
type InputProps = Omit<ComponentProps<'input'>, 'value'>;

type CustomerFieldsProps = Pick<OrderFormProps, 'isNew' | 'info' | 'areas' | 'onChange'>;

/** Where an order goes. Whom the shop knows is found by the phone or the name, and filled in. */
function CustomerFields({ isNew = false, info, areas, onChange }: CustomerFieldsProps) {
  const set = (field: TypedField) => (value: string) => onChange({ info: { ...info, [field]: value } });
  const propsOf = (field: TypedField) => ({ label: FIELD_LABELS[field], name: field, value: info[field] ?? '' });
  const text = (field: ShippingField, input: InputProps) => (
    <Field
      key={field}
      {...propsOf(field)}
      autoComplete="off"
      onChange={({ target }) => set(field)(target.value)}
      {...input}
    />
  );
  const found = (field: ShippingField, input: InputProps) => (
    <Finder
      {...propsOf(field)}
      {...input}
      kind="customers"
      found={({ customers }) => customers}
      keyOf={({ name, phone }) => `${phone} ${name}`}
      onType={set(field)}
      onChoose={(known) => onChange({ info: known })}
    >
      {({ name, phone, street }) => (
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">
            {name} <span className="font-normal figures">{phone}</span>
          </span>
          <span className="block truncate text-sm text-muted">{street}</span>
        </span>
      )}
    </Finder>
  );
  const contact = isNew ? found : text;
  return (
    <Panel heading={t('Customer')}>
      {contact('phone', { type: 'tel', autoFocus: isNew })}
      {contact('name', { maxLength: FIELD_LIMITS.name })}
      {areas.length > 0 ? (
        <SelectField {...propsOf('area')} onChange={({ target }) => set('area')(target.value)}>
          <Options none={t('Choose the area')} of={areas.map((area) => [area.id, areaName(area)])} />
        </SelectField>
      ) : null}
      {text('street', { maxLength: ADDRESS_RULES.street.maxLength })}
      <details>
        <summary className="tap text-leaf">{t('More fields')}</summary>
        <div className="flex flex-col gap-3">
          {text('email', { inputMode: 'email' })}
          {ADDRESS_FIELDS.filter((field) => field !== 'street').map((field) => {
            const { choices, digits, maxLength } = ADDRESS_RULES[field];
            return choices ? (
              <SelectField key={field} {...propsOf(field)} onChange={({ target }) => set(field)(target.value)}>
                <Options of={choices.map((choice) => [choice, DIVISION_NAMES[choice]])} />
              </SelectField>
            ) : (
              text(field, { maxLength, inputMode: digits && 'numeric' })
            );
          })}
        </div>
      </details>
    </Panel>
  );
}

interface LineFieldsProps {
  heading?: string;
  lines: readonly CartItem[];
  onChange: (lines: CartItem[]) => void;
  children?: ReactNode;
}

/** What is ordered: a search that adds, and the quantities. */
export function LineFields({ heading = t('Products'), lines, onChange, children }: LineFieldsProps) {
  const change = (action: CartAction): void => onChange([...cartReducer(lines, action)]);
  return (
    <Panel heading={heading}>
      {children}
      <ProductFinder
        label={t('Add a product')}
        without={lines}
        onChoose={({ byWeight: _, ...product }) => change({ type: 'ADD_PRODUCT', product })}
      />
      <ul aria-label={t('Lines')} className="rows -mx-4 border-t border-line empty:hidden">
        {lines.map((item) => (
          <li
            key={item.id}
            aria-label={productName(item)}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2"
          >
            <p className="min-w-0 break-words">
              <span className="font-semibold">{productName(item)}</span>{' '}
              <span className="text-sm text-muted">{formatMeasure(item)}</span>
            </p>
            <p className="text-right font-semibold figures">{formatTk(Number(shownLinePrice(item)))}</p>
            <div className="mt-1 w-40 max-w-full">
              <QuantityControl item={item} onChange={change}>
                <QuantityInput
                  item={item}
                  label={t('Quantity of {name}', { name: productName(item) })}
                  onChange={change}
                />
              </QuantityControl>
            </div>
            <Button
              look="word"
              leaves
              label={t('Remove')}
              aria-label={t('Remove {name}', { name: productName(item) })}
              className="justify-end text-sm text-danger"
              onClick={() => change({ type: 'REMOVE_PRODUCT', id: item.id })}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface ProductFinderProps {
  label: string;
  /** What is not to be found. */
  without: readonly { id: string }[];
  onChoose: (product: FoundProduct) => void;
}

export function ProductFinder({ label, without, onChoose }: ProductFinderProps) {
  const [text, setText] = useState('');
  return (
    <Finder
      label={label}
      type="search"
      value={text}
      kind="products"
      found={({ products }) => products.filter(({ id }) => without.every((line) => line.id !== id))}
      keyOf={({ id }) => id}
      onType={setText}
      onChoose={(product) => {
        onChoose(product);
        setText('');
      }}
      // What is found stands below it, over the bar and the keyboard of a phone.
      onFocus={({ currentTarget }) => matchMedia('(pointer: coarse)').matches && currentTarget.scrollIntoView()}
    >
      {(product) => (
        <>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold break-words">{productName(product)}</span>
            <span className="block text-sm text-muted">
              {secondName(product) ? <span lang="bn">{secondName(product)} · </span> : null}
              {formatMeasure(product)}
            </span>
          </span>
          <span className="shrink-0 font-semibold figures">{formatTk(displayedPrice(product))}</span>
        </>
      )}
    </Finder>
  );
}

interface FinderProps<T> extends Omit<ComponentProps<typeof Combobox<T>>, 'find' | 'none' | 'looks' | 'first'> {
  /** What is looked for, and which list of the answer has it: order-finds.ts. */
  kind: 'products' | 'customers';
  found: (answer: Found) => readonly T[];
}

/** A field with what the shop finds for its text. */
function Finder<T>({ kind, found, onType, ...field }: FinderProps<T>) {
  const [data, setData] = useState<Found>();
  const request = useRef(new AbortController());
  /** Not a fetcher of the router: a live change would load the text of before again, over the answer to this one. */
  const ask = async (q: string): Promise<void> => {
    request.current.abort();
    request.current = new AbortController();
    const { signal } = request.current;
    try {
      const answer = await fetch(`${CONSOLE_PATH}/orders/finds?${new URLSearchParams({ kind, q })}`, { signal });
      if (answer.ok) setData(await answer.json());
    } catch {
      // The next letter has come, or there is no network: then nothing is found.
    }
  };
  const text = field.value.trim();
  const answer = text !== '' && data?.text === text ? data : null;
  const isProduct = kind === 'products';
  return (
    <Combobox
      {...field}
      find={() => (answer ? found(answer) : [])}
      // Who orders is chosen on purpose, a product is the best one.
      first={isProduct ? 'entered' : undefined}
      none={isProduct && answer ? t('Nothing else that is available is called so.') : ''}
      looks={['z-20 max-h-80', 'min-h-12 justify-between gap-3 px-3 py-1']}
      onType={(typed) => {
        onType(typed);
        if (typed.trim() !== '') void ask(typed.trim());
      }}
      // Enter never sends half an order.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
