import { z } from 'zod';
import { type Call, type ShopCommand, print } from './command.ts';
import { Failure } from './failure.ts';
import { formatTable } from './table.ts';

const answer = z.object({ checks: z.array(z.object({ name: z.string(), ok: z.boolean(), text: z.string() })) });

export const DOCTOR_COMMAND: ShopCommand = {
  name: 'doctor',
  summary: 'what stands between this shop and its customers; exit status 1 while something is wrong',
  examples: { doctor: 'look before you open, and send the owners a test mail' },
  run: examine,
};

async function examine(call: Call): Promise<void> {
  const { checks } = await call.shop().call('/doctor', answer, { method: 'POST' });
  print(call, { checks }, () =>
    formatTable(
      [
        { heading: '', value: ({ ok }) => (ok ? 'ok' : '!!') },
        { heading: 'what', value: ({ name }) => name },
        { heading: '', value: ({ text }) => text },
      ],
      checks,
    ),
  );
  const wrong = checks.filter(({ ok }) => !ok).length;
  if (wrong > 0) throw new Failure(`${wrong} of ${checks.length} are wrong`);
}
