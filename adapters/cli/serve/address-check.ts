// Checks after the start of a node that the others reach it at its address, and that all have one token. It only warns.

import http from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { StoreError } from '../../../core/index.ts';
import type { ListedNode } from '../../contracts/nodes-control.ts';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import type { Reprise } from '../../reprise.ts';

export interface AddressCheck {
  /** Ends the check: it prints nothing any more. */
  readonly stop: () => void;
  readonly checked: Promise<void>;
}

/** How long the check takes at most. */
const checkMsMax = 2_000;

/** Prints one line at most. */
export function startAddressCheck(
  reprise: Pick<Reprise, 'nodes' | 'token'>,
  printError: (line: string) => void,
  msMax = checkMsMax,
): AddressCheck {
  const ending = new AbortController();
  let isStopped = false;
  const end = () => ending.abort();
  const timer = setTimeout(end, msMax);
  timer.unref();
  const check = async (): Promise<void> => {
    const problem = await problemOf(reprise, ending.signal);
    clearTimeout(timer);
    end(); // others may still be asked
    if (problem !== undefined && !isStopped) printError(problem);
  };
  return {
    stop() {
      isStopped = true;
      end();
    },
    checked: check(),
  };
}

async function problemOf(
  { nodes, token }: Pick<Reprise, 'nodes' | 'token'>,
  ended: AbortSignal,
): Promise<string | undefined> {
  const listed = (await nodes?.list().catch(ignoreStore)) ?? [];
  const problems = listed.map(async ({ address, isSelf }) => {
    const answer = await askNode(address, token, ended);
    return isSelf ? ownProblem(address, answer) : otherProblem(address, answer);
  });
  const own = listed.findIndex(({ isSelf }) => isSelf);
  return (await problems[own]) ?? (await Promise.all(problems)).find((it) => it !== undefined);
}

function ownProblem(address: string, answer: NodeAnswer | undefined): string | undefined {
  if (answer === undefined) {
    return `The other nodes cannot reach this one at ${address}: set --advertise to a URL at which they do.`;
  }
  if (answer.self === address || answer.status === 503) return undefined; // it answers so while its store is away
  return `Another server answers at ${address}: set --advertise to a URL at which the other nodes reach this one.`;
}

/** One that does not answer may be on its way out. */
function otherProblem(address: string, answer: NodeAnswer | undefined): string | undefined {
  if (answer?.status !== 401) return undefined;
  return `The node at ${address} has another token: give all nodes the same REPRISE_TOKEN.`;
}

interface NodeAnswer {
  readonly status: number | undefined;
  /** The address by which the node calls itself. */
  readonly self: string | undefined;
}

/** Undefined without an answer. */
async function askNode(
  address: string,
  token: string,
  signal: AbortSignal,
): Promise<NodeAnswer | undefined> {
  // As it comes from a client of this machine: forwarded requests have the Host of their client, too.
  const headers = { Host: '127.0.0.1', Authorization: `Bearer ${token}` };
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const options = { headers, signal, agent: false };
      http.get(`${address}/__reprise/nodes`, options, resolve).once('error', reject);
    });
    return { status: answer.statusCode, self: selfIn(await text(answer)) };
  } catch {
    return undefined;
  }
}

const nodesAnswer = z.object({
  nodes: z.array(z.object({ address: z.string(), isSelf: z.boolean() })),
});

function selfIn(body: string): string | undefined {
  const { data } = nodesAnswer.safeParse(parsed(body));
  return data?.nodes.find(({ isSelf }) => isSelf)?.address;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function ignoreStore(error: unknown): readonly ListedNode[] {
  if (!(error instanceof StoreError)) throw error;
  return [];
}
