// A button that steers a world: now, at its end; in a fork, at a moment in its past. Beside it, the command line that does the same.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { address, go } from '../model/address.ts';
import type { Viewpoint } from '../model/viewpoint.ts';
import { sentenceOf } from '../model/sentence.ts';
import { actInFork, forkNameOf, linesOf, type SteeringOrder } from '../model/steering.ts';
import { CopyText } from './copy-text.tsx';

interface SteeringProps {
  readonly viewpoint: Viewpoint;
  readonly actions: readonly SteeringOrder[];
  /** What is steered: `Steer the transaction`. */
  readonly label: string;
}

type Progress =
  | { readonly kind: 'acting'; readonly label: string }
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string };

/** Nothing in a file, which has no server to steer. */
export function Steering({ viewpoint, actions, label }: SteeringProps): JSX.Element | null {
  const [progress, report] = useState<Progress | undefined>(undefined);
  const server = viewpoint.source.server;
  if (server === undefined) return null;
  const { world } = address.value;
  const isAtEnd = viewpoint.isAtEnd.value;
  const position = viewpoint.position.value;
  const fork = isAtEnd
    ? undefined
    : { name: forkNameOf(world, position, viewpoint.source.worlds.value), position };

  const act = async (action: SteeringOrder) => {
    if (progress?.kind === 'acting') return;
    report({ kind: 'acting', label: action.label });
    try {
      if (fork === undefined) {
        await action.act(server.client.world(world));
        report({ kind: 'done', text: `${action.label}: done.` });
        return;
      }
      const name = await actInFork(server.client, world, fork, action);
      void viewpoint.source.refresh();
      report({ kind: 'done', text: `${action.label}: done in the fork ${name}.` });
      go({ world: name, at: null });
    } catch (error) {
      void viewpoint.source.refresh();
      report({ kind: 'failed', text: `${action.label}: ${sentenceOf(error)}` });
    }
  };

  return (
    <div class="steering" role="group" aria-label={label}>
      <p class="dim">
        {fork === undefined
          ? 'Acts on the world as it is now.'
          : `The past does not change: each acts in a new fork at position ${position}.`}
      </p>
      <ul>
        {actions.map((action) => (
          <li key={action.label}>
            <button
              type="button"
              aria-disabled={progress?.kind === 'acting'}
              title={linesOf(action, world, fork).join('\n')}
              onClick={() => void act(action)}
            >
              {fork === undefined
                ? action.label
                : `Fork here and ${action.label.charAt(0).toLowerCase()}${action.label.slice(1)}`}
            </button>
            <span class="help">{action.help}</span>
            <details class="lines">
              <summary>
                Command line<span class="hidden"> for {action.label}</span>
              </summary>
              {linesOf(action, world, fork).map((line) => (
                <CopyText key={line} text={line} label={`the command for ${action.label}`} />
              ))}
            </details>
          </li>
        ))}
      </ul>
      <p class={progress?.kind === 'failed' ? 'outcome bad' : 'outcome'} role="status">
        {textOf(progress)}
      </p>
    </div>
  );
}

function textOf(progress: Progress | undefined): string {
  if (progress === undefined) return '';
  return progress.kind === 'acting' ? `${progress.label}: under way…` : progress.text;
}
