import { expect, it } from 'vitest';
import { ruleFor, typesIn, type RulesByType } from '../../../../core/speech/session/rules.ts';

type Message =
  { readonly type: 'Add'; readonly by: number } | { readonly type: 'Negate'; readonly by: number };

const rules: RulesByType<Message, [number], number> = {
  Add: ({ by }, value) => value + by,
  Negate: (_, value) => -value,
};

it('finds the rule of a message by its type', () => {
  const message = { type: 'Add', by: 2 };
  expect(ruleFor(rules, message)?.(message, 1)).toBe(3);
});

it.each(['Remove', 'constructor', '__proto__'])('finds no rule for the type %s', (type) => {
  expect(ruleFor(rules, { type })).toBeUndefined();
});

it('lists its types', () => {
  expect(typesIn(rules)).toEqual({ Add: true, Negate: true });
});
