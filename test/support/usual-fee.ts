import { feeOf, settingsWith } from '../../domain/shop/settings.ts';

/** What the delivery costs in a shop in which nobody has set anything (product §9). */
export const USUAL_FEE = feeOf(settingsWith({}));
