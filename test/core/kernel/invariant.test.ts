import { describe, expect, it } from 'vitest';
import { invariant, InvariantError } from '../../../core/kernel/invariant.ts';

describe('invariant', () => {
  it.each([[true], [1], ['text'], [{}]])('lets %j pass', (condition) => {
    expect(() => invariant(condition, 'something holds')).not.toThrow();
  });

  it.each([[false], [0], [''], [null], [undefined]])('stops at %j', (condition) => {
    expect(() => invariant(condition, 'something holds')).toThrow(InvariantError);
  });

  it('names the broken invariant, in an error type of its own', () => {
    const broken = () => invariant(false, 'time never goes back');
    expect(broken).toThrow('Invariant broken: time never goes back.');
    expect(broken).toThrow(expect.objectContaining({ name: 'InvariantError' }));
  });
});
