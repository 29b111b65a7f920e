// What one should know about what is shown: one sentence each, announced to screen readers.

import type { JSX } from 'preact';
import type { Viewpoint } from '../model/viewpoint.ts';
import type { HistoryStatus } from '../model/world-history.ts';

export function Notices({ viewpoint }: { readonly viewpoint: Viewpoint }): JSX.Element {
  const { problem, story } = viewpoint.source;
  const status = viewpoint.history.value?.status.value;
  const texts = [
    ...(story?.notes ?? []),
    ...(problem.value === undefined ? [] : [problem.value]),
    ...(status === undefined ? [] : sentencesOf(status)),
  ];
  return (
    <div class="notices" role="status">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

function sentencesOf(status: HistoryStatus): readonly string[] {
  switch (status.kind) {
    case 'loading':
      return status.positions === 0 ? [] : [`Reading: ${status.positions} events so far.`];
    case 'complete':
    case 'following':
      return [];
    case 'disconnected':
      return [`The server does not answer; this page connects again by itself. ${status.message}`];
    case 'gone':
    case 'failed':
      return [status.message];
  }
}
