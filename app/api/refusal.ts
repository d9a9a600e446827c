import { type ProblemFields, problemResponse } from '../../base/problem.ts';
import type { Reason } from '../../domain/reason.ts';
import { sentenceOf } from '../../messages/sentence.ts';

interface Refusal extends Pick<ProblemFields, 'status' | 'type' | 'extra'> {
  reason: Reason;
  /** Seconds until the next try. */
  retryAfter?: number | undefined;
  allow?: string;
}

/** A refusal as a problem: its sentence in English for people, and its `reason`, of which pages make a sentence in their language. */
export function refusal({ status, type, extra, reason, retryAfter, allow }: Refusal): Response {
  const told = { status, detail: sentenceOf(reason), extra: { ...extra, reason } };
  return problemResponse(type === undefined ? told : { ...told, type }, {
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    ...(allow === undefined ? {} : { Allow: allow }),
  });
}
