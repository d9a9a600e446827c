import { FIELD_LABELS, DIVISION_NAMES } from '#messages';
import { useState } from 'react';
import { ADDRESS_FIELDS, ADDRESS_RULES } from '../../../domain/accounts/address.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { type CartAction, type CartItem, cartReducer } from '../../../domain/orders/cart.ts';
import type { ShippingField, ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { displayedPrice, shownLinePrice } from '../../../domain/orders/pricing.ts';
import type { ServedArea } from '../../../domain/shop/areas.ts';
import { formatMeasure, formatPrice } from '../../../messages/format.ts';
import { Field, SelectField } from '../../components/field.tsx';
import { moveFocusNearby } from '../../components/move-focus-nearby.ts';
import { QuantityControl } from '../../components/quantity-control.tsx';
import { QuantityInput } from '../../components/quantity-input.tsx';
import { Panel } from '../components/panel.tsx';
import type { Found } from '../files/order-finds.ts';
import { Finder } from './finder.tsx';

/** Where an order goes. Whom the shop knows is found by the phone or the name, and filled in. */
export function CustomerFields({ info, areas, onChange, finds = false }: CustomerFieldsProps) {
  const set = (field: ShippingField | 'area') => (value: string) => onChange({ ...info, [field]: value });
  const propsOf = (field: ShippingField) => ({ label: FIELD_LABELS[field], name: field, value: info[field] });
  const finder = {
    kind: 'customers' as const,
    found: ({ customers }: Found) => customers,
    keyOf: ({ name, phone }: ShippingInfo) => `${phone} ${name}`,
    onChoose: onChange,
    children: ({ name, phone, street }: ShippingInfo) => (
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">
          {name} <span className="font-normal figures">{phone}</span>
        </span>
        <span className="block truncate text-sm text-muted">{street}</span>
      </span>
    ),
  };
  return (
    <Panel heading="Customer">
      {finds ? (
        <>
          <Finder {...propsOf('phone')} {...finder} type="tel" autoFocus onType={set('phone')} />
          <Finder {...propsOf('name')} {...finder} maxLength={FIELD_LIMITS.name} onType={set('name')} />
        </>
      ) : (
        <>
          <Field
            {...propsOf('phone')}
            type="tel"
            autoComplete="off"
            onChange={({ target }) => set('phone')(target.value)}
          />
          <Field
            {...propsOf('name')}
            autoComplete="off"
            maxLength={FIELD_LIMITS.name}
            onChange={({ target }) => set('name')(target.value)}
          />
        </>
      )}
      {areas.length > 0 ? (
        <SelectField
          label={FIELD_LABELS.area}
          name="area"
          value={info.area ?? ''}
          onChange={({ target }) => set('area')(target.value)}
        >
          <option value="">Choose the area</option>
          {areas.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Field
        {...propsOf('street')}
        autoComplete="off"
        maxLength={ADDRESS_RULES.street.maxLength}
        onChange={({ target }) => set('street')(target.value)}
      />
      <details>
        <summary className="tap text-leaf">More fields</summary>
        <div className="flex flex-col gap-3">
          <Field
            {...propsOf('email')}
            type="text"
            inputMode="email"
            autoComplete="off"
            onChange={({ target }) => set('email')(target.value)}
          />
          {ADDRESS_FIELDS.filter((field) => field !== 'street').map((field) => {
            const { choices, digits, maxLength } = ADDRESS_RULES[field];
            return choices ? (
              <SelectField key={field} {...propsOf(field)} onChange={({ target }) => set(field)(target.value)}>
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {DIVISION_NAMES[choice]}
                  </option>
                ))}
              </SelectField>
            ) : (
              <Field
                key={field}
                {...propsOf(field)}
                autoComplete="off"
                maxLength={maxLength}
                inputMode={digits && 'numeric'}
                onChange={({ target }) => set(field)(target.value)}
              />
            );
          })}
        </div>
      </details>
    </Panel>
  );
}

interface CustomerFieldsProps {
  info: ShippingInfo;
  areas: readonly ServedArea[];
  onChange: (info: ShippingInfo) => void;
  finds?: boolean;
}

/** What is ordered: a search that adds, and the quantities. */
export function LineFields({ lines, onChange }: { lines: readonly CartItem[]; onChange: (lines: CartItem[]) => void }) {
  const [text, setText] = useState('');
  const change = (action: CartAction): void => onChange([...cartReducer(lines, action)]);
  const add = (product: Product): void => {
    change({ type: 'ADD_PRODUCT', product });
    setText('');
  };
  return (
    <Panel heading="Products">
      <Finder
        label="Add a product"
        type="search"
        value={text}
        kind="products"
        found={({ products }) => products.filter(({ id }) => lines.every((line) => line.id !== id))}
        keyOf={({ id }) => id}
        onType={setText}
        onChoose={add}
      >
        {(product) => (
          <>
            <span className="min-w-0 flex-1 leading-5">
              <span className="block font-medium break-words">{product.name}</span>
              <span className="block text-sm text-muted">
                {product.name_bn ? <span lang="bn">{product.name_bn} · </span> : null}
                {formatMeasure(product)}
              </span>
            </span>
            <span className="shrink-0 font-semibold figures">{formatPrice(displayedPrice(product))}</span>
          </>
        )}
      </Finder>
      <ul aria-label="Lines" className="rows -mx-4 border-t border-line empty:hidden sm:-mx-5">
        {lines.map((item) => (
          <li
            key={item.id}
            aria-label={item.name}
            className="grid grid-cols-[1fr_auto] items-center gap-x-3 px-4 py-2 sm:px-5"
          >
            <p className="leading-5">
              <span className="font-semibold break-words">{item.name}</span>{' '}
              <span className="text-sm text-muted">{formatMeasure(item)}</span>
            </p>
            <p className="text-right font-semibold figures">{formatPrice(shownLinePrice(item))}</p>
            <div className="mt-1 w-40">
              <QuantityControl item={item} onChange={change}>
                <QuantityInput item={item} label={`Quantity of ${item.name}`} onChange={change} />
              </QuantityControl>
            </div>
            <button
              type="button"
              aria-label={`Remove ${item.name}`}
              className="tap justify-end text-sm text-danger underline underline-offset-4"
              onClick={({ currentTarget }) => {
                moveFocusNearby(currentTarget);
                change({ type: 'REMOVE_PRODUCT', id: item.id });
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
