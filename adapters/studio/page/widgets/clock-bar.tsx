// The clock of a live world: play, freeze, skip, and steps of virtual time, each with the command line that does the same.

import type { JSX } from 'preact';
import { wallet, type PastMoment } from '../../../../core/index.ts';
import type { Client } from '../../../client/index.ts';
import { commandLine, inWorld } from '../model/command-line.ts';
import { printInstant } from '../model/instants.ts';
import type { Viewpoint } from '../model/viewpoint.ts';
import type { WorldHistory } from '../model/world-history.ts';
import { Action } from './action.tsx';
import { CopyText } from './copy-text.tsx';

interface ClockBarProps {
  readonly viewpoint: Viewpoint;
  readonly history: WorldHistory;
  readonly client: Client;
}

/** A step of the clock: its text, what it sends, and the words of its command line. */
interface ClockStep {
  readonly text: string;
  readonly run: () => Promise<unknown>;
  readonly words: readonly string[];
}

export function ClockBar({ viewpoint, history, client }: ClockBarProps): JSX.Element {
  const { name } = history.record;
  const { clock } = client.world(name);
  const listed = viewpoint.source.worlds.value.find((world) => world.name === name);
  const mode = listed?.clock?.split(' ', 1)[0];
  const modes = [
    { text: 'Play', mode: 'real' },
    { text: 'Freeze', mode: 'frozen' },
    { text: 'Skip', mode: 'skip' },
  ] as const;
  const block = blockOf(viewpoint);
  const nextDue = listed?.nextDue;
  const steps: readonly ClockStep[] = [
    { text: '+10 s', run: () => clock.advance('10s'), words: ['advance', '10s'] },
    {
      text: '+1 block',
      run: () => clock.advance(block.ms),
      words: ['advance', `${block.ms}ms`],
    },
    {
      text: 'Until idle',
      run: () => clock.untilIdle(),
      words: ['advance', '--until-idle'],
    },
    ...(nextDue === undefined
      ? []
      : [
          {
            text: 'Next due',
            run: () => clock.advance({ to: nextDue }),
            words: ['advance', '--to', nextDue],
          },
        ]),
  ];
  const command = (words: readonly string[]) => commandLine('clock', ...words, ...inWorld(name));
  const afterwards = async (done: Promise<unknown>) => {
    await done;
    await viewpoint.source.refresh();
  };
  return (
    <section class="clock-bar" aria-label="Clock">
      <output title="Virtual time">{listed?.now ?? printInstant(history.nowMs)}</output>
      <span class="group">
        {modes.map(({ text, mode: to }) => (
          <Action
            key={to}
            isPressed={mode === to}
            command={command(['set', '--mode', to])}
            run={() => afterwards(clock.set({ mode: to }))}
          >
            {text}
          </Action>
        ))}
      </span>
      <span class="group">
        {steps.map(({ text, run, words }) => (
          <Action key={text} command={command(words)} run={() => afterwards(run())}>
            {text}
          </Action>
        ))}
      </span>
      <details class="commands">
        <summary>Commands</summary>
        <p>
          A block of {block.blockchain} takes {block.ms / 1_000} s.
        </p>
        <ul>
          {[
            ...modes.map(({ mode: to }) => ['set', '--mode', to]),
            ...steps.map((it) => it.words),
          ].map((words) => (
            <li key={words.join(' ')}>
              <CopyText text={command(words)} label="the command" />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Of Ethereum. */
const blockMsDefault = 12_000;

/** The chain of the newest transaction, whose next block is of interest. */
function blockOf(viewpoint: Viewpoint): { readonly blockchain: string; readonly ms: number } {
  const moment = viewpoint.moment.value;
  const blockchain = newestChain(moment) ?? 'ETH-SEPOLIA';
  const view = moment && wallet.chainView(moment.states.wallet, blockchain, moment.nowMs);
  return { blockchain, ms: view?.blockTimeMs ?? blockMsDefault };
}

function newestChain(moment: PastMoment | undefined): wallet.Blockchain | undefined {
  if (moment === undefined) return undefined;
  const { transactions } = moment.states.wallet;
  for (let row = transactions.insertedCount - 1; row >= 0; row -= 1) {
    const found = transactions.at(row)?.blockchain;
    if (found !== undefined) return found;
  }
  return undefined;
}
