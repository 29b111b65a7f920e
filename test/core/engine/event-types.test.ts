import { describe, expect, it } from 'vitest';
import { eventTypes, isEventType } from '../../../core/engine/event-types.ts';

describe('the types of events', () => {
  it('are those of both services', () => {
    expect(eventTypes).toContain('TransactionStuck');
    expect(eventTypes).toContain('PostPublished');
    expect(eventTypes.every(isEventType)).toBe(true);
  });

  it.each(['TransactionStucc', 'toString', ''])('do not include %j', (text) => {
    expect(isEventType(text)).toBe(false);
  });
});
