import { UsageError } from './failure.ts';

/** The values of `NAME=VALUE …`, by the `names` that there are, in any case. `what` is what a name stands for: 'field'. @throws {UsageError} */
export function assignmentsOf<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
  what: string,
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {};
  for (const word of words) {
    const [, given = '', value = ''] = /^(\w+)=(.*)$/su.exec(word) ?? [];
    if (given === '')
      throw new UsageError(`${word} is not ${what.toUpperCase()}=VALUE: write for example ${names[0]}=…`);
    const name = names.find((known) => known.toLowerCase() === given.toLowerCase());
    if (name === undefined) throw new UsageError(`there is no ${what} ${given}; the ${what}s are ${names.join(', ')}`);
    if (name in values) throw new UsageError(`${name} is given twice`);
    values[name] = value;
  }
  return values;
}
