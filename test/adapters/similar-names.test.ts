import { expect, it } from 'vitest';
import { similarNames } from '../../adapters/similar-names.ts';

const names = ['TransactionStuck', 'TransactionSent', 'PostPublished'];

it.each([
  ['TransactionStukc', 'TransactionStuck'],
  ['transactionsent', 'TransactionSent'],
  ['Stuck', 'TransactionStuck'],
  ['PostPublish', 'PostPublished'],
])('%s resembles %s', (text, name) => {
  expect(similarNames(text, names)[0]).toBe(name);
});

it.each(['', 'Nonsense'])('%j resembles none', (text) => {
  expect(similarNames(text, names)).toEqual([]);
});
