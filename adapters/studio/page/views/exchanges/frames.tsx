// The frames of a WebSocket, in both directions.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Exchange, ExchangeFrame } from '../../../story/story.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import { prettyJson } from '../../model/json-text.ts';
import { printBytes } from '../../model/texts.ts';
import { LongText } from '../../widgets/long-text.tsx';
import { VirtualTable, type Column } from '../../widgets/virtual-table.tsx';

interface FramesProps {
  readonly frames: readonly ExchangeFrame[];
  readonly epochMs: number;
  readonly close: Exchange['close'];
}

/** Of a frame in the list; the one that is chosen is shown whole. */
const peekChars = 160;

export function Frames({ frames, epochMs, close }: FramesProps): JSX.Element {
  const [chosen, choose] = useState<number | undefined>(undefined);
  const frame = frames.find(({ n }) => n === chosen);
  const columns: readonly Column<ExchangeFrame>[] = [
    { key: 'n', title: 'Entry', class: 'number', isName: true, cell: ({ n }) => n },
    {
      key: 'at',
      title: 'Time',
      cell: ({ atMs }) => <span title={printInstant(atMs)}>{printSince(atMs, epochMs)}</span>,
    },
    {
      key: 'direction',
      title: 'Way',
      cell: ({ direction }) => (direction === 'in' ? '→ in' : '← out'),
    },
    {
      key: 'frame',
      title: 'Frame',
      class: 'wide',
      cell: ({ n, text, bytes }) =>
        text === undefined ? (
          <span class="dim">binary, {printBytes(bytes ?? 0)}</span>
        ) : (
          <button
            type="button"
            class="quiet frame"
            aria-pressed={n === chosen}
            onClick={() => choose(n === chosen ? undefined : n)}
          >
            {text.slice(0, peekChars)}
          </button>
        ),
    },
  ];
  return (
    <section class="panel" aria-labelledby="frames-title">
      <h2 id="frames-title">Frames</h2>
      <p class="dim">
        {frames.length === 1 ? 'One frame' : `${frames.length} frames`}
        {close === undefined
          ? '.'
          : `; closed by the ${close.by} with ${`${close.code} ${close.reason}`.trim()}.`}
      </p>
      {frames.length === 0 ? null : (
        <VirtualTable
          label="Table of frames"
          columns={columns}
          count={frames.length}
          rowAt={(index) => frames[index]}
          keyOf={({ n }) => n}
          isCurrent={({ n }) => n === chosen}
        />
      )}
      {frame?.text === undefined ? null : (
        <LongText text={prettyJson(frame.text)} label={`Frame ${frame.n}`} />
      )}
    </section>
  );
}
