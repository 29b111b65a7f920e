// What is learned from a live answer in place of a recorded one, and what later requests have of it.

import { describe, expect, it } from 'vitest';
import { IdMarker, withoutMarks } from '../../../adapters/recording/diff/numeric-ids.ts';
import { LearnedValues } from '../../../adapters/retell/learned-values.ts';

const [one, other, third] = [
  'cf0b114d-4704-495f-b54f-e0ea5ad04da9',
  '3d64d9ed-0721-49e7-9ba2-695e12244fa1',
  '9f70cbb2-d07e-4a23-85a8-a895c1f8689b',
] as const;
const token = `~${'0123456789abcdef'.repeat(4)}`;

/** After answers, each recorded and live; what the client sends then. */
function given(...answers: readonly (readonly [recorded: unknown, live: unknown])[]) {
  const learned = new LearnedValues();
  for (const [recorded, live] of answers) learned.learn(recorded, live);
  return { sends: (recorded: unknown) => expect(learned.applied(recorded)) };
}

describe('ids', () => {
  it('are learned where they first appear, and stand within texts', () => {
    given([{ data: { wallets: [{ id: one }] } }, { data: { wallets: [{ id: other }] } }])
      .sends({ url: `/v1/w3s/wallets/${one}?x=1`, ids: [one, third] })
      .toEqual({ url: `/v1/w3s/wallets/${other}?x=1`, ids: [other, third] });
  });

  it('have the first live one', () => {
    given([one, other], [one, third]).sends(one).toBe(other);
  });

  it('within links are learned if the rest is the same', () => {
    given([`/a/${one}/b`, `/a/${other}/b`])
      .sends(one)
      .toBe(other);
    given([`/a/${one}/b`, `/other/${other}/b`])
      .sends(one)
      .toBe(one);
    given([`/a/${one}`, `/a/${other}/${third}`])
      .sends(one)
      .toBe(one);
  });

  it('in members that one side lacks are not learned', () => {
    given([{ id: one }, { name: other }])
      .sends(one)
      .toBe(one);
    given([{ id: one }, null])
      .sends(one)
      .toBe(one);
    given([{ id: one }, other])
      .sends(one)
      .toBe(one);
  });

  it('that are numbers are learned where their service counts them', () => {
    const path = '/wp-json/tribe/events/v1/events';
    const ids = new IdMarker('calendar', path);
    const [recorded, live] = [12, 40].map((id) => ids.received({ id, cost: 12, title: '12' }));
    const learned = new LearnedValues();
    learned.learn(recorded, live);
    const sent = learned.applied(ids.sent({ url: `${path}/12?per_page=12`, id: 12, limit: 12 }));
    const plain = withoutMarks({ path: '', left: sent }).left;
    expect(plain).toMatchObject({ url: `${path}/40?per_page=12`, limit: 12 });
  });
});

describe('secrets', () => {
  it('are learned in place of their tokens, with what stands around them', () => {
    given([`Bearer ${token}`, 'Bearer live-secret'])
      .sends({ key: token, other: `Basic ${token}` })
      .toEqual({ key: 'live-secret', other: 'Basic live-secret' });
    const learned = new LearnedValues();
    learned.learn(`Bearer ${token}`, 'Bearer live-secret');
    expect(learned.get(token)).toBe('live-secret');
  });

  it('are not learned from a text of another form', () => {
    const learned = new LearnedValues();
    learned.learn(`Bearer ${token}`, 'Basic live-secret');
    learned.learn(`Bearer ${token}`, 'Bearer ');
    expect(learned.get(token)).toBeUndefined();
  });
});

describe('amounts', () => {
  it('are learned as whole texts', () => {
    given(['0.99822225', '1.5'])
      .sends(['0.99822225', 'pay 0.99822225'])
      .toEqual(['1.5', 'pay 0.99822225']);
    given(['100005', '100007']).sends('100005').toBe('100007');
  });

  it('are not learned once the client has sent them first', () => {
    const learned = new LearnedValues();
    expect(learned.text('1.25')).toBe('1.25');
    learned.learn('1.25', '1.5');
    expect(learned.text('1.25')).toBe('1.25');
  });

  it('are not learned once they were the same', () => {
    given(['1.25', '1.25'], ['1.25', '1.5']).sends('1.25').toBe('1.25');
  });

  it('are not learned from what is no amount, and not of small numbers', () => {
    given(['1.25', 'many']).sends('1.25').toBe('1.25');
    given(['12', '13']).sends('12').toBe('12');
  });
});

describe('texts', () => {
  it.each([
    ['COMPLETE', 'STUCK'],
    ['SEPOLIA-TESTNET-LONG-NAME', 'AVALANCHE-FUJI-LONG-NAME'],
    ['Where is my transfer?', 'It is lost.'],
    ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
    ['2026-01-01', '2026-02-01'],
  ])('that are words or dates are what they are: %s', (recorded, live) => {
    given([recorded, live]).sends(recorded).toBe(recorded);
  });

  it('that a server has drawn are learned, such as cursors', () => {
    given(['eyJwYWdlIjoyfQ1234==', 'eyJwYWdlIjozfQ5678=='])
      .sends('eyJwYWdlIjoyfQ1234==')
      .toBe('eyJwYWdlIjozfQ5678==');
  });

  it('can be set', () => {
    const learned = new LearnedValues();
    learned.set(one, other);
    expect(learned.text(one.toUpperCase())).toBe(other);
    expect(learned.applied(7)).toBe(7);
  });
});
