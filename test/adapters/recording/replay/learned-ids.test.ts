import { expect, it } from 'vitest';
import { LearnedIds } from '../../../../adapters/recording/replay/learned-ids.ts';

const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(id) as [string, string, string, string];

it('replaces ids by those that another answer has at the same places', () => {
  const ids = new LearnedIds();
  ids.learn(
    JSON.stringify({ data: { id: a, hashes: [`0x${'1'.repeat(64)}`], name: 'old', count: 1 } }),
    JSON.stringify({ data: { id: b, hashes: [`0x${'2'.repeat(64)}`], name: 'new', more: c } }),
  );
  expect(ids.apply(`/transactions/${a}?of=0x${'1'.repeat(64)}&name=old&not=${c}`)).toBe(
    `/transactions/${b}?of=0x${'2'.repeat(64)}&name=old&not=${c}`,
  );
});

it('retains the first place of an id, and ignores text other than JSON', () => {
  const ids = new LearnedIds();
  ids.learn(JSON.stringify({ first: a, second: a }), JSON.stringify({ first: b, second: c }));
  ids.learn(JSON.stringify([a, d]), JSON.stringify([d, 'x']));
  ids.learn('no', undefined);
  expect(ids.apply(`${a} ${d}`)).toBe(`${b} ${d}`);
});

it('keeps the ids of equal answers, whatever is at their places later', () => {
  const ids = new LearnedIds();
  ids.keep(JSON.stringify({ id: a }));
  ids.learn(JSON.stringify([a, b]), JSON.stringify([c, a]));
  expect(ids.apply(`${a} ${b}`)).toBe(`${a} ${b}`);
});

it('learns ids that are numbers by where they are', () => {
  const ids = new LearnedIds();
  const url = '/calendar/events/v1/events';
  ids.learn(JSON.stringify({ id: 6, cost: 6 }), JSON.stringify({ id: 5, cost: 6 }), {
    service: 'calendar',
    url,
  });
  expect(ids.inUrl(`${url}/6?page=6`, 'calendar')).toBe(`${url}/5?page=6`);
  const place = { service: 'calendar', url: `${url}/6` };
  expect(ids.inBody('{ "post_parent": 6, "cost": 6 }', place)).toBe('{"post_parent":5,"cost":6}');
  expect(ids.inBody('{ "cost": 6 }', place)).toBe('{ "cost": 6 }');
});

it('names nothing by an id that another entity has now', () => {
  const ids = new LearnedIds();
  ids.learn(JSON.stringify({ id: a }), JSON.stringify({ id: b }));
  expect(ids.apply(b)).toBe(`44444444${b.slice(8)}`);
});

it('names an entity again that was not there, whose id was another one', () => {
  const url = '/wp-json/tribe/events/v1/events';
  const place = { service: 'calendar', url };
  const refused = JSON.stringify({ message: 'No.' });
  const there = new LearnedIds();
  there.learn(JSON.stringify({ id: a, event: { id: 5 } }), refused, place);
  there.learn(JSON.stringify({ id: b }), JSON.stringify({ id: a }), place);
  there.learn(JSON.stringify({ id: 6 }), JSON.stringify({ id: 5 }), place);
  expect(there.apply(`${a} ${b}`)).toBe(`55555555${a.slice(8)} ${a}`);
  expect(there.inUrl(`${url}/5`, 'calendar')).toBe(`${url}/999999994`);
  const back = new LearnedIds();
  back.learn(refused, JSON.stringify({ id: a }), place);
  back.learn(JSON.stringify({ id: a }), JSON.stringify({ id: b }), place);
  back.learn(refused, JSON.stringify({ id: 5 }), place);
  expect(back.apply(`55555555${a.slice(8)} ${a}`)).toBe(`${a} ${b}`);
  expect(back.inUrl(`${url}/999999994`, 'calendar')).toBe(`${url}/5`);
});
