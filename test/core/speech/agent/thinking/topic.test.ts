import { describe, expect, it } from 'vitest';
import { TextTopics } from '../../../../../core/speech/agent/thinking/topic.ts';

const any = () => true;
const about = (name: string, text: string, ...others: readonly string[]) =>
  new TextTopics(text, [name, ...others]).about(name);

describe('a topic', () => {
  it.each([
    ['name is Ann.', 'Ann'],
    ['the name: Ann Lee and', 'Ann Lee'],
    ['name Ann, please', 'Ann'],
    ['name O’Hara-Smith for', 'O’Hara-Smith'],
    ['name', undefined],
    ['name is', undefined],
    ['to New York, by Ann', 'New York'],
    ['so I said I’m here', undefined],
    ['nothing', undefined],
  ])('has in %j the words %j', (text, words) => expect(about('name', text).words()).toBe(words));

  it('ends where the next one begins', () => {
    const topics = new TextTopics('city Paris and date tomorrow at noon', ['city', 'date', 'x']);
    expect(topics.about('city').words()).toBe('Paris');
    expect(topics.about('date').text).toBe('tomorrow at noon');
    expect(topics.about('x').text).toBe('city Paris and date tomorrow at noon');
    expect([topics.isNamed('city'), topics.isNamed('x')]).toEqual([true, false]);
  });

  it.each([
    ['for four people at seven', 4],
    ['people 4 or 5', 4],
    ['size 3 people 4', 4],
    ['people at noon, 6', 6],
    ['for six', 6],
    ['none', undefined],
  ])('has in %j the number %d', (text, number) => {
    expect(about('people', text, 'size').number(any)).toBe(number);
  });

  it('has each number once, if it is accepted', () => {
    const topics = new TextTopics('2 or 3 or 4', ['a', 'b']);
    expect(topics.about('a').number((value) => value > 2)).toBe(3);
    const other = topics.about('b');
    expect([other.number(any), other.number(any), other.number(any)]).toEqual([2, 4, undefined]);
  });

  it.each([
    ['outside', true],
    ['not outside', false],
    ['without outside', false],
    ['outside is false', false],
    ['outside: no', false],
    ['outside please', true],
    ['yes', true],
    ['no thanks', false],
    ['maybe', undefined],
  ])('is in %j: %s', (text, truth) => expect(about('outside', text).truth()).toBe(truth));

  it('has items between commas and links', () => {
    const items = (text: string) => {
      const topic = about('toppings', text, 'size');
      return Array.from({ length: 4 }, () => topic.item()).filter((item) => item !== undefined);
    };
    expect(items('toppings are ham, hot peppers and olives or corn')).toEqual([
      'ham',
      'hot peppers',
      'olives',
      'corn',
    ]);
    expect(items('toppings ham size 3')).toEqual(['ham']);
    expect(items('for Ann, Bob Lee and Carl')).toEqual(['Ann', 'Bob Lee', 'Carl']);
    expect(items('toppings and')).toEqual([]);
  });

  it('has choices in the order in which they are spoken', () => {
    const texts = ['red', 'dark_blue', 'blue'];
    expect(about('colour', 'colour dark blue or red').choices(texts)).toEqual(['dark_blue', 'red']);
    expect(about('colour', 'red, but colour blue').choices(texts)).toEqual(['blue']);
    expect(about('colour', 'red').choices(texts)).toEqual(['red']);
  });
});
