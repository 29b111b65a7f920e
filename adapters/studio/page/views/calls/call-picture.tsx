// The picture of a call: a canvas that is zoomed and clicked, with the playhead at the scrubber.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { printPlace, printSpan } from './call-times.ts';
import { panned, showing, zoomed, type CallWindow } from './call-window.ts';
import type { ShownCall } from './call.ts';
import { drawCall, heightOfLanes, lanesOf, type CallColors } from './draw-call.ts';
import { levelsOf } from './sound-levels.ts';
import type { PlayedCall } from './use-call-player.ts';

export function CallPicture({
  call,
  played: { player, seek, sounds },
}: {
  readonly call: ShownCall;
  readonly played: PlayedCall;
}): JSX.Element {
  const whole = { fromMs: call.startMs, toMs: call.endMs };
  const [chosen, choose] = useState<CallWindow | undefined>(undefined);
  const atMs = player.atMs.value;
  const window =
    chosen === undefined ? whole : player.isPlaying.value ? showing(chosen, atMs, whole) : chosen;
  const agentLevels = useMemo(
    () => sounds.agent && levelsOf(sounds.agent.samples, sounds.agent.sampleRate),
    [sounds.agent],
  );
  const middleMs = (window.fromMs + window.toMs) / 2;
  const zoom = (by: number, aroundMs = middleMs) => choose(zoomed(window, by, aroundMs, whole));
  const pan = (by: number) => choose(panned(window, by, whole));
  return (
    <figure class="call-picture">
      <div class="tools" role="group" aria-label="Zoom">
        <button type="button" onClick={() => zoom(0.5, atMs)} title="Zoom in">
          +
        </button>
        <button type="button" onClick={() => zoom(2)} title="Zoom out">
          −
        </button>
        <button type="button" onClick={() => pan(-0.5)} title="Earlier">
          ←
        </button>
        <button type="button" onClick={() => pan(0.5)} title="Later">
          →
        </button>
        <button type="button" onClick={() => choose(undefined)}>
          Whole call
        </button>
        <span class="note">
          {printPlace(window.fromMs - call.startMs)} to {printPlace(window.toMs - call.startMs)} of{' '}
          {printPlace(call.endMs - call.startMs)}
          {call.axis.stretchedMs === 0 ? ', virtual time since the session opened' : ''}
        </span>
      </div>
      {call.axis.stretchedMs === 0 ? null : (
        <p class="note">
          The client sent audio faster than it sounds. The picture is{' '}
          {printSpan(call.axis.stretchedMs)} longer than virtual time, so that all of it can be
          heard.
        </p>
      )}
      <CallCanvas
        call={call}
        window={window}
        atMs={atMs}
        agentLevels={agentLevels}
        onPick={seek}
        onZoom={zoom}
        onPan={pan}
      />
      <figcaption class="legend">
        <span class="user">user</span>
        <span class="agent">agent</span>
        <span class="interim">interim result</span>
        <span class="latency">latency</span>
        <span class="dropped">dropped at a barge-in</span>
      </figcaption>
    </figure>
  );
}

interface CallCanvasProps {
  readonly call: ShownCall;
  readonly window: CallWindow;
  readonly atMs: number;
  readonly agentLevels: Uint8Array | undefined;
  readonly onPick: (atMs: number) => void;
  readonly onZoom: (by: number, aroundMs: number) => void;
  readonly onPan: (by: number) => void;
}

function CallCanvas({ onPick, onZoom, onPan, ...drawing }: CallCanvasProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const scheme = useScheme();
  const { call, window } = drawing;
  const height = heightOfLanes(lanesOf(call));
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current === null || !context || width === 0) return;
    const ratio = devicePixelRatio;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawCall(context, width, { ...drawing, colors: colorsOf(canvas.current) });
  }, [width, height, scheme, call, window, drawing.atMs, drawing.agentLevels]);
  const instantOf = (event: MouseEvent) =>
    window.fromMs + (event.offsetX / Math.max(1, width)) * (window.toMs - window.fromMs);
  return (
    <canvas
      ref={canvas}
      style={{ height: `${height}px` }}
      role="img"
      aria-label="Waveforms and words of both sides; the tables below have the same."
      onClick={(event) => onPick(instantOf(event))}
      onWheel={(event) => {
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          onZoom(event.deltaY < 0 ? 0.8 : 1.25, instantOf(event));
        } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
          event.preventDefault();
          onPan(event.deltaX / Math.max(1, width));
        }
      }}
    />
  );
}

/** The width of an element, as it changes. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** Changes with the colour scheme of the system. */
function useScheme(): boolean {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const changed = () => setDark(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return isDark;
}

/** The colours of the style sheet, as a canvas needs them. */
function colorsOf(element: HTMLElement): CallColors {
  const style = getComputedStyle(element);
  const probe = document.createElement('span');
  element.parentElement?.append(probe);
  const color = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    text: color('--text'),
    dim: color('--dim'),
    line: color('--line'),
    back: color('--back'),
    raised: color('--raised'),
    user: color('--accent'),
    agent: color('--good'),
    warn: color('--warn'),
    bad: color('--bad'),
    font: style.fontFamily,
  };
  probe.remove();
  return colors;
}
