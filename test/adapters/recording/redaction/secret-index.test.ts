import { expect, it } from 'vitest';
import { possibleSecretsIn } from '../../../../adapters/recording/redaction/secret-index.ts';

it('finds the secrets that may be in a text, few of many', () => {
  const values = Array.from(
    { length: 10_000 },
    (_, index) => `${String(index).padStart(5, '0')} and as much again`,
  );
  const secrets = values.map((value) => ({ value, replacement: '~', head: value.slice(0, 16) }));
  const texts = [
    'none',
    `the beginning of ${values[123]?.slice(0, 16)}`,
    `all of ${values[4_567]}`,
  ];
  const found = possibleSecretsIn(texts, secrets).map(({ value }) => value);
  expect(found).toContain(values[123]);
  expect(found).toContain(values[4_567]);
  expect(found).toEqual(values.filter((value) => found.includes(value)));
  expect(found.length).toBeLessThan(200);
  expect(possibleSecretsIn([], secrets)).toEqual([]);
});
