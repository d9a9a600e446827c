import type { Services } from '../../../server/services.ts';

/** Checks the fields of health/confirmation.tsx. */
export function confirmAgain({ operators }: Services, fields: FormData | URLSearchParams, request: Request) {
  const typed = (field: string): string => String(fields.get(field) ?? '');
  const given = { password: typed('password'), code: typed('code'), credential: typed('credential') };
  return operators.confirmAgain(given, request);
}
