/**
 * The areas that a shop delivers to, and what a delivery there costs (product §9). A shop without areas delivers
 * everywhere for its own fee.
 */
import { foldWords } from '../catalogue/fold-words.ts';
import type { DeliveryFee } from '../orders/pricing.ts';
import type { SimpleCode } from '../outcome.ts';

interface Named {
  name: string;
  /** Empty: as the name. */
  nameBn: string;
  /** What else people type, with `|` between. */
  aliases: string;
}

/** What it does not say itself (null) is as in the settings. */
export interface Area extends Named {
  /** 1 to 64 of `a-z 0-9 -`. */
  id: string;
  fee: number | null;
  freeFrom: number | null;
  minimum: number | null;
  delivers: boolean;
}

/** One that is delivered to, with what holds there. */
export type ServedArea = Omit<Area, 'delivers' | keyof DeliveryFee> & DeliveryFee;

/** `atLeast`: the area decides, and is not known. */
export type ShopFee = DeliveryFee & { atLeast?: true };

function feeIn({ fee, freeFrom, minimum }: Pick<Area, keyof DeliveryFee>, usual: DeliveryFee): DeliveryFee {
  return { fee: fee ?? usual.fee, freeFrom: freeFrom ?? usual.freeFrom, minimum: minimum ?? usual.minimum };
}

export function servedAreas(areas: readonly Area[], usual: DeliveryFee): ServedArea[] {
  return areas.flatMap(({ delivers, ...area }) => (delivers ? { ...area, ...feeIn(area, usual) } : []));
}

/** Before the area is known: no order costs less, wherever it goes. */
export function feeBefore(areas: readonly Area[], usual: DeliveryFee): ShopFee {
  if (areas.length === 0) return usual;
  const served = servedAreas(areas, usual);
  if (served.length === 0) return { ...usual, atLeast: true };
  const least = (of: (area: ServedArea) => number | null, none: number): number | null => {
    const value = Math.min(...served.map((area) => of(area) ?? none));
    return Number.isFinite(value) ? value : null;
  };
  return {
    fee: least(({ fee }) => fee, 0) ?? 0,
    freeFrom: least(({ freeFrom }) => freeFrom, Infinity),
    minimum: least(({ minimum }) => minimum, 0) || null,
    atLeast: true,
  };
}

export type Delivery = { area: Area | null; fee: DeliveryFee } | { refused: SimpleCode };

/** Where an order goes, by the area's id, and what that costs. */
export function deliveryTo(id: string | undefined, areas: readonly Area[], usual: DeliveryFee): Delivery {
  if (areas.length === 0) return { area: null, fee: usual };
  if (!id) return { refused: 'no-area' };
  const area = areas.find((known) => known.id === id);
  return area?.delivers ? { area, fee: feeIn(area, usual) } : { refused: 'area-not-served' };
}

/** How well a name fits what is typed: the smaller, the better. */
function rankOf(name: string, typed: string): number {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  if (name.includes(` ${typed}`)) return 2;
  // 'mirpur10', 'newmarket'.
  return name.replaceAll(' ', '').includes(typed.replaceAll(' ', '')) ? 3 : Infinity;
}

/** Finds areas by the beginning of a word of their names, in either script, or of what else people call them. */
export function areaFinder<A extends Named>(areas: readonly A[]) {
  const folded = (names: readonly string[]): string[] => names.map(foldWords).filter(Boolean);
  const known = areas.map((area) => ({
    area,
    names: folded([area.name, area.nameBn]),
    aliases: folded(area.aliases.split('|')),
  }));
  return {
    /** Best first; all of them for an empty text. */
    find(text: string): A[] {
      const typed = foldWords(text);
      return known
        .map(({ area, names, aliases }) => ({
          area,
          // A name goes before what else people say.
          rank: Math.min(
            ...[...names, ...aliases].map((name, at) => rankOf(name, typed) + (at < names.length ? 0 : 0.5)),
          ),
        }))
        .filter(({ rank }) => rank < Infinity)
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ area }) => area);
    },
    /** The only one that is called so; null for any other text. */
    called(text: string): A | null {
      const typed = foldWords(text);
      const named = known.filter(({ names }) => names.includes(typed));
      const [only, another] = named.length > 0 ? named : known.filter(({ aliases }) => aliases.includes(typed));
      return only && !another ? only.area : null;
    },
  };
}
