// Checks after the start of a node that the others reach it at its address, and that all have one token. It only warns.

import http, { type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import type { Reprise } from '../../reprise.ts';
import { listedNodes } from './listed-nodes.ts';

export interface AddressCheck {
  /** Ends the check: it prints nothing any more. */
  readonly stop: () => void;
  /** Resolves when it is over. */
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
  reprise: Pick<Reprise, 'nodes' | 'token'>,
  ended: AbortSignal,
): Promise<string | undefined> {
  const { nodes, token } = reprise;
  const listed = await listedNodes(reprise);
  const problems = listed.map(async ({ address, isSelf }) =>
    isSelf ? ownProblem(address, nodes?.leaseId(), ended) : otherProblem(address, token, ended),
  );
  const own = listed.findIndex(({ isSelf }) => isSelf);
  return (await problems[own]) ?? (await Promise.all(problems)).find((it) => it !== undefined);
}

/** Without the token: another server may answer there. */
async function ownProblem(
  address: string,
  lease: string | undefined,
  ended: AbortSignal,
): Promise<string | undefined> {
  const answer = await ask(`${address}/__reprise/health`, {}, ended);
  if (answer === undefined) {
    return `The other nodes cannot reach this one at ${address}: set --advertise to a URL at which they do.`;
  }
  if ((await leaseIn(answer)) === lease) return undefined;
  return `Another server answers at ${address}: set --advertise to a URL at which the other nodes reach this one.`;
}

/** Requests are forwarded there with their tokens, too. One that does not answer may be on its way out. */
async function otherProblem(
  address: string,
  token: string,
  ended: AbortSignal,
): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await ask(`${address}/__reprise/nodes`, headers, ended);
  answer?.destroy();
  if (answer?.statusCode !== 401) return undefined;
  return `The node at ${address} has another token: give all nodes the same REPRISE_TOKEN.`;
}

/** Undefined without an answer. */
async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  // As it comes from a client of this machine: forwarded requests have the Host of their client, too.
  const options = { headers: { Host: '127.0.0.1', ...headers }, signal, agent: false };
  return new Promise((resolve) => {
    http.get(url, options, resolve).once('error', () => resolve(undefined));
  });
}

const healthAnswer = z.object({ lease: z.string() });
const answerBytesMax = 10_000;

/** The lease of the node that gave an answer; undefined if it is none. */
async function leaseIn(answer: IncomingMessage): Promise<string | undefined> {
  let text = '';
  try {
    for await (const chunk of answer) {
      text += String(chunk);
      if (text.length > answerBytesMax) return undefined;
    }
    return healthAnswer.parse(JSON.parse(text)).lease;
  } catch {
    return undefined; // another server says something else
  }
}
