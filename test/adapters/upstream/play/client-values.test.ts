// The keys that a client makes anew in each run: recorded ones stand for live ones.

import { describe, expect, it } from 'vitest';
import { ClientValues } from '../../../../adapters/upstream/play/client-values.ts';

/** Values in which these recorded keys stand for live ones. */
function learned(pairs: Readonly<Record<string, string>>): ClientValues {
  const values = new ClientValues();
  values.learn(Object.entries(pairs));
  return values;
}

const [first, second, third] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];

describe('a recorded text', () => {
  it('has the keys of the live client', () => {
    const values = learned({ [first]: third, short: 'brief' });
    expect(values.asLive(`"${first}", "${second}", "short"`)).toBe(
      `"${third}", "${second}", "brief"`,
    );
  });

  it('has each key once, also where a live one is that of another request', () => {
    const values = learned({ [first]: second, [second]: third });
    expect(values.asLive(`${first} ${second} ${first}`)).toBe(`${second} ${third} ${second}`);
  });

  it('has the keys that were learned since the last one', () => {
    const values = learned({ [first]: first });
    expect(values.asLive(`${first} ${second}`)).toBe(`${first} ${second}`);
    values.learn([[second, third]]);
    expect(values.asLive(`${first} ${second}`)).toBe(`${first} ${third}`);
  });
});
