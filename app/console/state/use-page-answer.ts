import { useState } from 'react';
import { useActionData, useNavigation } from 'react-router';
import type { Answer } from './answer.ts';
import type { ProductAnswer } from './product-values.ts';

/**
 * The answer to the page's own form, until the next one is sent: the framework drops it when the page's data is loaded again. A form whose
 * answer can be a redirect needs this: the framework ignores a fetcher's redirect while the page's data is loaded again, and a live change
 * does that.
 */
export function usePageAnswer<A extends Answer = ProductAnswer>(): A | undefined {
  const given = useActionData() as A | undefined;
  const { state } = useNavigation();
  const [answer, setAnswer] = useState(given);
  if (state === 'submitting' && answer !== undefined) setAnswer(undefined);
  if (state === 'idle' && given !== undefined && given !== answer) setAnswer(given);
  return answer;
}
