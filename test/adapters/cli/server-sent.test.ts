import { describe, expect, it } from 'vitest';
import { CliError, DisconnectedError } from '../../../adapters/cli/errors.ts';
import { serverSentData } from '../../../adapters/cli/server-sent.ts';

const sent = (id: string) => `id: ${id}\ndata: {"position":${id}}\n\n`;
const never = new AbortController().signal;

/** Answers with these texts or errors in turn; `behind` has the ids that were sent. */
function server(...answers: readonly (readonly string[] | Error)[]) {
  const behind: (string | undefined)[] = [];
  const open = async (lastId: string | undefined) => {
    const answer = answers[behind.length];
    behind.push(lastId);
    if (answer === undefined) throw new CliError('No more answers.');
    if (answer instanceof Error) throw answer;
    const body = new ReadableStream({
      start(controller) {
        for (const text of answer) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    return new Response(body);
  };
  return { open, behind };
}

async function dataOf(open: ReturnType<typeof server>['open'], ended = never) {
  const data: string[] = [];
  let error: unknown;
  try {
    for await (const one of serverSentData(open, ended, 0)) data.push(one);
  } catch (caught) {
    error = caught;
  }
  return { data, error };
}

describe('a client of server-sent events', () => {
  it('reads events that are cut anywhere, and skips comments', async () => {
    const text = `: still here\n\n${sent('1')}${sent('2')}`;
    for (let cut = 0; cut < text.length; cut += 1) {
      const { open } = server([text.slice(0, cut), text.slice(cut)]);
      expect((await dataOf(open)).data).toEqual(['{"position":1}', '{"position":2}']);
    }
  });

  it('resumes behind the last id, and drops what was cut', async () => {
    const gone = new DisconnectedError('Nothing answers.');
    const { open, behind } = server([sent('1'), 'id: 2\nda'], gone, [sent('2-1')], []);
    const { data, error } = await dataOf(open);
    expect(data).toEqual(['{"position":1}', '{"position":2-1}']);
    expect(behind).toEqual([undefined, '1', '1', '2-1', '2-1']);
    expect(error).toEqual(new CliError('No more answers.'));
  });

  it('fails at once if the first connection fails', async () => {
    const { open, behind } = server(new DisconnectedError('Nothing answers.'));
    expect((await dataOf(open)).error).toBeInstanceOf(DisconnectedError);
    expect(behind).toHaveLength(1);
  });

  it('fails after too many attempts to reconnect', async () => {
    const gone = new DisconnectedError('Nothing answers.');
    const { open, behind } = server([sent('1')], ...Array.from({ length: 100 }, () => gone));
    expect((await dataOf(open)).error).toBe(gone);
    expect(behind.length).toBeLessThan(100);
  });

  it('ends when aborted, also between two connections', async () => {
    const ending = new AbortController();
    const { open } = server([sent('1')]);
    const data: string[] = [];
    for await (const one of serverSentData(open, ending.signal, 3_600_000)) {
      data.push(one);
      setImmediate(() => ending.abort());
    }
    expect(data).toHaveLength(1);
  });
});
