// Why the page does not show all, such as a server that does not answer: one sentence each, announced to screen readers.

import type { JSX } from 'preact';
import { address } from '../model/address.ts';
import { missingMoment } from '../model/missing.ts';
import type { Viewpoint } from '../model/viewpoint.ts';
import type { WorldHistory } from '../model/world-history.ts';

export function Notices({ viewpoint }: { readonly viewpoint: Viewpoint }): JSX.Element {
  const { problem, story } = viewpoint.source;
  const history = viewpoint.history.value;
  const missing = history && missingMoment(address.value, history);
  const texts = [
    ...(story?.notes ?? []),
    ...(problem.value === undefined ? [] : [problem.value]),
    ...(history === undefined ? [] : sentencesOf(history)),
    ...(missing === undefined ? [] : [missing]),
  ];
  return (
    <div class="notices" role="status">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

function sentencesOf({
  position,
  end,
  status: { value: status },
}: WorldHistory): readonly string[] {
  switch (status.kind) {
    case 'loading':
      return position.value === 0
        ? []
        : [`Reading: ${countText(position.value, end.value.position)} events so far.`];
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

/** `last`: no more than those so far where the end is not known. */
const countText = (count: number, last: number) =>
  last > count ? `${count} of ${last}` : String(count);
