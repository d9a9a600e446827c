/** The operator's API for people: docs/api.md, from its description. */
import type { Described, OpenApi, Schema } from '../../app/api/openapi.ts';

const HEAD = `# The operator's API

Written from \`server/operations.ts\` by \`app/api/openapi.test.ts\`. Do not edit: change an operation, then run \`vitest run app/api/openapi.test.ts --update\`.

JSON below \`/api/operator\`, with \`Authorization: Bearer TOKEN\`; without the right token every answer is 401. \`GET /api/operator/openapi.json\` says
the same to programs. What the table calls a right is what a person needs for it in the console; the token has all.

- A field that is not listed is refused by its name. A field with \`?\` may be missing. Amounts are in Tk.
- A refusal is \`application/problem+json\`: \`detail\` is a sentence, \`type\` the reason's code, and \`fields\` says what is wrong with each bad value: 422. 409: it cannot be
  done any more, or somebody else has changed it meanwhile.
- A good answer is 200 with JSON, 201 for something new, and 204 without a value.
`;

export function apiText({ paths }: OpenApi): string {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ request: `${method.toUpperCase()} ${path}`, described })),
  );
  const rooms = Map.groupBy(entries, ({ described }) => described.tags[0] ?? '');
  const sections = [...rooms]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([room, all]) => {
      const rows = all.flatMap(({ request, described }) => rowsOf(request, described));
      return `\n## ${room}\n\n| request | right | what it does | fields |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
    });
  return HEAD + sections.join('');
}

function rowsOf(
  request: string,
  { operationId, security, summary, parameters, requestBody, responses }: Described,
): string[] {
  const { description, content: answers } = responses['2XX'];
  const gives = Object.keys(answers).find((type) => type !== 'application/json') ?? '';
  const answer =
    (gives && ` As \`${gives}\`.`) + (description.startsWith('It is done') ? '' : ` Answers ${description}.`);
  const right = security?.[0]?.token.join() ?? '';
  const asked = parameters.flatMap(({ name, in: place, schema, required, description }) =>
    place === 'query' ? [fieldText(name, { ...schema, description }, required)] : [],
  );
  const content = Object.entries(requestBody?.content ?? {});
  const forms = content.flatMap(([, { schema }]) => schema?.anyOf ?? schema?.oneOf ?? schema ?? []);
  const files = content.flatMap(([type, { schema }]) => (schema ? [] : [`\`${type}\``]));
  const taken = files.length > 0 ? [`the body: ${files.join(' or ')}`] : [];
  const choices = parameters.find(({ in: place, schema }) => place === 'path' && schema.enum);
  const only = choices ? [] : forms.map(fieldsText);
  return [
    row([
      `\`${request}\``,
      right,
      `${summary}${answer} (\`${operationId}\`)`,
      [...taken, ...asked, ...only].join('; '),
    ]),
    ...(choices?.schema.enum ?? []).map((word, at) =>
      row([
        `\`${request.replace(`{${choices?.name}}`, String(word))}\``,
        '',
        forms[at]?.description ?? '',
        fieldsText(forms[at] ?? {}),
      ]),
    ),
  ];
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function fieldsText({ properties, required = [], items, ...schema }: Schema): string {
  if (!properties) return typeText({ ...schema, ...(items && { items }) });
  return Object.entries(properties)
    .map(([name, of]) => fieldText(name, of, required.includes(name)))
    .join('; ');
}

function fieldText(name: string, { description, ...schema }: Schema, required: boolean): string {
  return `\`${name}${required ? '' : '?'}\` ${[typeText(schema), description].filter(Boolean).join(': ')}`.trim();
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
};

function typeText(schema: Schema): string {
  const { type, enum: words, anyOf, oneOf, items, properties, required = [], maxLength, maxItems } = schema;
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (words) return words.map((word) => `\`${String(word)}\``).join(', ');
  const either = anyOf ?? oneOf;
  if (either) return either.map(typeText).join(' or ');
  if (items) return `list of ${typeText(items)}${maxItems === undefined ? '' : `, at most ${maxItems}`}`;
  if (properties) {
    const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
    return `\`{${names.join(', ')}}\``;
  }
  const types = [type ?? []].flat();
  const text = types.length > 2 ? 'value' : types.map((one) => TYPES[one] ?? one).join(' or ');
  return maxLength === undefined ? text : `${text}, at most ${maxLength} characters`;
}
