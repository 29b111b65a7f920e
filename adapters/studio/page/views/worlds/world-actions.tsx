// What can be done to one world of a server: fork, reset, remove.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Client } from '../../../../client/index.ts';
import { go } from '../../model/address.ts';
import { commandLine } from '../../model/command-line.ts';
import type { WorldSummary } from '../../model/source.ts';
import { Action } from '../../widgets/action.tsx';
import { CopyText } from '../../widgets/copy-text.tsx';

interface WorldActionsProps {
  readonly world: WorldSummary;
  readonly client: Client;
  readonly onDone: () => Promise<void>;
}

export function WorldActions({ world: { name }, client, onDone }: WorldActionsProps): JSX.Element {
  const [fork, setFork] = useState(`${name}-2`);
  const world = client.world(name);
  return (
    <details class="world-actions">
      <summary>
        Fork, reset, remove <span class="hidden">{name}</span>
      </summary>
      <form
        onSubmit={(event) => event.preventDefault()}
        aria-label={`Fork, reset or remove ${name}`}
      >
        <label>
          Name of the fork
          <input
            value={fork}
            maxLength={64}
            onInput={(event) => setFork(event.currentTarget.value)}
          />
        </label>
        <Action
          isOfForm
          command={commandLine('fork', name, fork)}
          run={async () => {
            await world.fork({ name: fork });
            await onDone();
            go({ world: fork, view: 'timeline', at: null, id: null });
          }}
        >
          Fork
        </Action>
        <CopyText text={commandLine('fork', name, fork)} label="the command that forks" />
      </form>
      <Confirmed
        text="Reset"
        question={`Everything that happened in ${name} is lost.`}
        command={commandLine('worlds', 'reset', name)}
        run={async () => {
          await world.reset();
          await onDone();
        }}
      />
      <Confirmed
        text="Remove"
        question={`${name} is lost; its forks stay.`}
        command={commandLine('worlds', 'remove', name)}
        run={async () => {
          await world.remove();
          await onDone();
        }}
      />
    </details>
  );
}

interface ConfirmedProps {
  readonly text: string;
  readonly question: string;
  readonly command: string;
  readonly run: () => Promise<unknown>;
}

/** An action that asks first, in place. */
function Confirmed({ text, question, command, run }: ConfirmedProps): JSX.Element {
  const [isAsked, ask] = useState(false);
  return (
    <p class="confirmed">
      {isAsked ? (
        <>
          {question}{' '}
          <button type="button" onClick={() => ask(false)}>
            Keep it
          </button>{' '}
          <Action isDangerous command={command} run={() => run().then(() => ask(false))}>
            {text}
          </Action>
        </>
      ) : (
        <button type="button" onClick={() => ask(true)}>
          {text}…
        </button>
      )}{' '}
      <CopyText text={command} label={`the command: ${text}`} />
    </p>
  );
}
