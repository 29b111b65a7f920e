import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMailbox,
  OverloadError,
  queueLengthMax,
  type Mailbox,
} from '../../../../core/engine/world/mailbox.ts';

/** A mailbox and the names of the tasks that ran. */
function watched() {
  const mailbox = createMailbox();
  const ran: string[] = [];
  return { mailbox, ran, post: (name: string) => mailbox.post(() => void ran.push(name)) };
}

function fill(mailbox: Mailbox, count: number): void {
  for (let index = 0; index < count; index += 1) mailbox.post(() => undefined);
}

describe('createMailbox', () => {
  it('runs a task at once if no other runs', () => {
    const { post, ran } = watched();
    post('a');
    expect(ran).toEqual(['a']);
  });

  it('queues tasks posted by a running task until it ends', () => {
    const { mailbox, post, ran } = watched();
    mailbox.post(() => {
      ran.push('outer begins');
      post('inner');
      ran.push('outer ends');
    });
    expect(ran).toEqual(['outer begins', 'outer ends', 'inner']);
  });

  it('preserves the order of tasks posted by tasks', () => {
    const { mailbox, post, ran } = watched();
    mailbox.post(() => {
      mailbox.post(() => {
        ran.push('a');
        post('c');
      });
      post('b');
    });
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('queues tasks while paused and runs them in order on resume', () => {
    const { mailbox, post, ran } = watched();
    mailbox.pause();
    post('a');
    post('b');
    expect(ran).toEqual([]);
    mailbox.resume();
    expect(ran).toEqual(['a', 'b']);
    post('c');
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('preserves the order when a task in the middle pauses and another posts', () => {
    const { mailbox, post, ran } = watched();
    mailbox.pause();
    mailbox.post(() => {
      post('d');
      ran.push('a');
      mailbox.pause();
    });
    post('b');
    post('c');
    mailbox.resume();
    expect(ran).toEqual(['a']);
    post('e');
    expect(ran).toEqual(['a']);
    mailbox.resume();
    expect(ran).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('runs every task once and in order of posting, with any pauses', () => {
    const steps = fc.array(fc.constantFrom('post', 'post and pause', 'pause', 'resume'));
    fc.assert(
      fc.property(steps, (sequence) => {
        const { mailbox, ran } = watched();
        const sent: string[] = [];
        sequence.forEach((step, index) => {
          if (step === 'pause') mailbox.pause();
          else if (step === 'resume') mailbox.resume();
          else {
            sent.push(`${index}`);
            mailbox.post(() => {
              ran.push(`${index}`);
              if (step === 'post and pause') mailbox.pause();
            });
          }
          expect(ran).toEqual(sent.slice(0, ran.length));
        });
        for (let index = 0; index <= sequence.length; index += 1) mailbox.resume();
        expect(ran).toEqual(sent);
      }),
    );
  });

  it('accepts as many tasks as its limit and refuses the next, which never runs', () => {
    const { mailbox, post, ran } = watched();
    mailbox.pause();
    fill(mailbox, queueLengthMax - 1);
    post('last');
    expect(() => post('one too many')).toThrow(OverloadError);
    mailbox.resume();
    expect(ran).toEqual(['last']);
    post('later');
    expect(ran).toEqual(['last', 'later']);
  });

  it('counts the remaining tasks while it works off a long queue', () => {
    const { mailbox, post } = watched();
    let refused: unknown;
    mailbox.pause();
    mailbox.post(() => {
      post('in the place of this one');
      try {
        post('one too many');
      } catch (error) {
        refused = error;
      }
    });
    fill(mailbox, queueLengthMax - 1);
    mailbox.resume();
    expect(refused).toBeInstanceOf(OverloadError);
  });
});
