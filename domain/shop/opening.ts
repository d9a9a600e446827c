/** The way from a fresh shop to one that is open: the steps that its operator is led through. */
import { OPENING_STEPS, type OpeningStep, type SettingName, type ShopSettings } from './settings.ts';

interface StepRules {
  title: string;
  hint: string;
  /** What is set in this step. */
  settings: readonly SettingName[];
  /** Screens of the console that belong to it. */
  links: readonly { to: string; text: string }[];
}

export const STEP_RULES: Readonly<Record<OpeningStep, StepRules>> = {
  name: {
    title: 'Name',
    hint: 'What shoppers call the shop, and what the line at the top promises. Without a promo text there is none.',
    settings: ['name', 'nameBn', 'promo', 'promoBn'],
    links: [],
  },
  phone: { title: 'Phone', hint: 'Shoppers call it when something is wrong.', settings: ['phone'], links: [] },
  hours: {
    title: 'Hours',
    hint: 'When the shop is open, and on which days it delivers.',
    settings: ['hours', 'deliveryDays', 'holidays', 'sameDayUntil'],
    links: [],
  },
  fee: {
    title: 'Delivery fee',
    hint: 'One fee for all, or one for each area.',
    settings: ['fee', 'freeFrom', 'minimum'],
    links: [{ to: '/areas', text: 'Fees by area' }],
  },
  catalogue: {
    title: 'Products',
    hint: 'Import your own list from a file, which can also remove the demo products. Or keep these for now.',
    settings: [],
    links: [
      { to: '/import', text: 'Import a file' },
      { to: '/products', text: 'See the products' },
      { to: '/categories', text: 'Categories' },
    ],
  },
  mail: {
    title: 'Mail',
    hint: 'Shoppers get a mail for each order. SMTP_URL says through which server; without it mails are only written to files.',
    settings: [],
    links: [],
  },
  backup: {
    title: 'Backup',
    hint: 'A backup is one file with everything the shop keeps. On its machine: npm run shop -- backup shop.tar.gz. Have it made every night.',
    settings: [],
    links: [],
  },
};

/** The first step that is not done; null when all are. */
export function nextStep({ opening }: Pick<ShopSettings, 'opening'>): OpeningStep | null {
  return OPENING_STEPS.find((step) => !opening.includes(step)) ?? null;
}

export function openingStepOf(text: string | null): OpeningStep | null {
  return OPENING_STEPS.find((step) => step === text) ?? null;
}
