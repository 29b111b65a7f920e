// Connects the canvas with what it shows: draws once a frame at most, and moves the span by wheel, pointers and keys.

import { effect, signal, type Signal } from '@preact/signals';
import { address, go } from '../../model/address.ts';
import { causesBefore, effectsAfter } from '../../model/causal-chain.ts';
import type { EventSearch } from '../../model/event-search.ts';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { selectedEvent, selectEvent } from '../../model/selected-event.ts';
import { rangeOf } from './bins.ts';
import { clickedEvent, hitAt, type TimelineHit } from './hit-test.ts';
import { axisHeight, layoutOf } from './lane-layout.ts';
import { paintTimeline } from './paint-timeline.ts';
import { PointerGestures } from './pointer-gestures.ts';
import { columnsOf, type TimelineScene } from './scene.ts';
import { fitted, including, momentAt, panned, partAt, zoomed, type TimeSpan } from './time-span.ts';
import { colorsOf, type TimelineColors } from './timeline-colors.ts';
import type { TimelineModel } from './timeline-model.ts';
import { wantedLanes } from './wanted-lanes.ts';

/** By one press of a key or a button. */
export const zoomStep = 1.6;
const panStep = 0.15;
/** A wheel that turns by so many pixels shows e times as much. */
const wheelPixelsPerE = 400;
/** Pixels of a line, for wheels that turn by lines. */
const pixelsPerLine = 16;

export interface PointedAt {
  readonly hit: TimelineHit;
  /** Where to show it, in pixels from the top left of the canvas. */
  readonly x: number;
  readonly y: number;
  /** Whether it was reached by keys: then it is announced. */
  readonly isByKeys: boolean;
}

interface CanvasElements {
  readonly box: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly probe: HTMLElement;
}

export interface CanvasSubject {
  readonly viewpoint: Viewpoint;
  readonly model: TimelineModel;
  readonly search: EventSearch;
}

export class CanvasController {
  readonly pointed: Signal<PointedAt | undefined> = signal(undefined);
  /** How long the last frame took to draw, in ms. */
  frameMs = 0;
  readonly #elements: CanvasElements;
  readonly #subject: CanvasSubject;
  readonly #gestures: PointerGestures;
  readonly #ending = new AbortController();
  #colors: TimelineColors;
  #width = 0;
  #frame: number | undefined;
  #scene: TimelineScene | undefined;
  /** Where the scrubber was last. */
  #headMs: number | undefined;
  #wasAtEnd = false;

  constructor(elements: CanvasElements, subject: CanvasSubject) {
    this.#elements = elements;
    this.#subject = subject;
    this.#colors = colorsOf(elements.probe);
    this.#gestures = new PointerGestures({
      pan: (fromX, toX) => this.pan((fromX - toX) / this.#plotWidth),
      zoom: (factor, x) => this.zoom(factor, this.#partOf(x)),
      click: (x, y) => this.#click(x, y),
      scrub: (x) => this.#scrub(x),
      hover: (x, y) => this.#point(x, y),
      isScrubbing: (_, y) => y < axisHeight,
    });
    this.#listen();
    const undo = effect(() => {
      this.#follow();
      this.#schedule();
    });
    this.#ending.signal.addEventListener('abort', undo);
  }

  close(): void {
    this.#ending.abort();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  get width(): number {
    return this.#width;
  }

  #listen(): void {
    const { box, canvas } = this.#elements;
    const { signal } = this.#ending;
    const sizes = new ResizeObserver(() => {
      this.#width = box.clientWidth;
      this.#schedule();
    });
    sizes.observe(box);
    signal.addEventListener('abort', () => sizes.disconnect());
    matchMedia('(prefers-color-scheme: dark)').addEventListener(
      'change',
      () => {
        this.#colors = colorsOf(this.#elements.probe);
        this.#schedule();
      },
      { signal },
    );
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return;
        canvas.setPointerCapture(event.pointerId);
        this.#gestures.down(event.pointerId, event.offsetX, event.offsetY);
      },
      { signal },
    );
    canvas.addEventListener(
      'pointermove',
      (event) => this.#gestures.move(event.pointerId, event.offsetX, event.offsetY),
      { signal },
    );
    canvas.addEventListener(
      'pointerup',
      (event) => this.#gestures.up(event.pointerId, event.offsetX, event.offsetY),
      { signal },
    );
    canvas.addEventListener('pointercancel', (event) => this.#gestures.cancel(event.pointerId), {
      signal,
    });
    canvas.addEventListener('pointerleave', () => (this.pointed.value = undefined), { signal });
  }

  /** Reads what a frame depends on, so that it is drawn again when that changes. */
  #follow(): void {
    const { viewpoint, model, search } = this.#subject;
    const { history } = model;
    void [history.end.value, history.position.value, history.exchanges.value];
    void [viewpoint.position.value, model.zoom.value, history.counts.value, model.markets.value];
    void [search.count.value, viewpoint.playback.headMs.value, this.pointed.value, address.value];
    this.#keepInSight(this.#playedMs() ?? this.#headOf(viewpoint.position.value));
  }

  /** A zoomed view moves with the scrubber; what is new at the end of a live world moves nothing here. */
  #keepInSight(headMs: number): void {
    const { viewpoint, model } = this.#subject;
    const isAtEnd = viewpoint.isAtEnd.value;
    const isGrowth = isAtEnd && this.#wasAtEnd;
    const isMoved = this.#headMs !== undefined && this.#headMs !== headMs && !isGrowth;
    this.#headMs = headMs;
    this.#wasAtEnd = isAtEnd;
    const span = model.zoom.peek();
    if (isMoved && span !== undefined) this.#show(including(span, headMs));
  }

  #schedule(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  #draw(): void {
    if (this.#width === 0) return;
    const { canvas } = this.#elements;
    const startedMs = performance.now();
    const scene = this.#sceneNow();
    this.#scene = scene;
    const { width, height } = scene.layout;
    const ratio = devicePixelRatio;
    const [pixelsWide, pixelsHigh] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) {
      canvas.width = pixelsWide;
      canvas.height = pixelsHigh;
      canvas.style.height = `${height}px`;
      // The list below takes the rest of the window.
      this.#elements.box.parentElement?.style.setProperty('--timeline-height', `${height}px`);
    }
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintTimeline(context, scene);
    this.frameMs = performance.now() - startedMs;
    canvas.dataset['frameMs'] = this.frameMs.toFixed(1);
    const { span, epochMs } = scene;
    canvas.dataset['span'] = [span.fromMs, span.toMs].map((ms) => ms - epochMs).join(' ');
  }

  #sceneNow(): TimelineScene {
    const { viewpoint, model, search } = this.#subject;
    const { history, lanes, words } = model;
    const { epochMs } = history.record;
    const position = viewpoint.position.peek();
    const selected = selectedEvent(history);
    const chains = model.markets.peek();
    const requests = model.requests;
    const counts = history.counts.peek();
    const hit = this.pointed.peek()?.hit;
    return {
      layout: layoutOf(wantedLanes({ lanes, requests, chains, counts }), this.#width),
      span: model.span,
      epochMs,
      endMs: model.extent.toMs,
      lanes,
      requests,
      chains,
      words,
      counts,
      search,
      selected,
      headMs: this.#playedMs() ?? this.#headOf(position),
      pointed: hit?.kind === 'events' ? hit.position : undefined,
      causes: selected === undefined ? [] : causesBefore(history, selected),
      effects: selected === undefined ? [] : effectsAfter(history, selected).effects,
      colors: this.#colors,
    };
  }

  /** Undefined where nothing is played, or motion is not wanted: then the line goes from event to event. */
  #playedMs(): number | undefined {
    const isSteady = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return isSteady ? undefined : this.#subject.viewpoint.playback.headMs.peek();
  }

  /** The moment of the scrubber: at the end the present, since time may pass without an event. */
  #headOf(position: number): number {
    const { viewpoint, model } = this.#subject;
    const { history } = model;
    if (viewpoint.isAtEnd.peek()) return model.extent.toMs;
    return history.event(position)?.atMs ?? history.record.epochMs;
  }

  get #plotWidth(): number {
    return this.#scene === undefined ? 1 : columnsOf(this.#scene);
  }

  #partOf(x: number): number {
    return (x - (this.#scene?.layout.left ?? 0)) / this.#plotWidth;
  }

  #show(span: TimeSpan): void {
    this.#subject.model.zoom.value = span;
  }

  zoom(factor: number, at = this.#headPart()): void {
    const { model } = this.#subject;
    this.#show(zoomed(model.span, factor, at, model.extent));
  }

  /** By a part of the width, to later moments. */
  pan(by: number): void {
    const { model } = this.#subject;
    this.#show(panned(model.span, by, model.extent));
  }

  showAll(): void {
    this.#subject.model.zoom.value = undefined;
  }

  /** Where the scrubber is, if it is seen; else the middle. */
  #headPart(): number {
    const { model, viewpoint } = this.#subject;
    const part = partAt(model.span, this.#headOf(viewpoint.position.peek()));
    return part >= 0 && part <= 1 ? part : 0.5;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : 1;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const by = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * scale;
    if (isSideways) this.pan(by / this.#plotWidth);
    else
      this.zoom(Math.exp((-event.deltaY * scale) / wheelPixelsPerE), this.#partOf(event.offsetX));
  }

  #point(x: number, y: number): void {
    const hit = this.#scene && hitAt(this.#scene, x, y);
    this.pointed.value = hit && { hit, x, y, isByKeys: false };
  }

  #click(x: number, y: number): void {
    const { model } = this.#subject;
    const hit = this.#scene && hitAt(this.#scene, x, y);
    if (hit === undefined) return this.#scrub(x);
    if (hit.kind === 'events') {
      selectEvent(model.history, clickedEvent(hit, selectedEvent(model.history)));
      return;
    }
    const [first] = hit.exchange.events;
    if (first !== undefined) return selectEvent(model.history, first);
    go({ view: 'exchanges', id: String(hit.exchange.n), q: null });
  }

  #scrub(x: number): void {
    const { viewpoint, model } = this.#subject;
    viewpoint.playback.pause();
    viewpoint.scrub(this.#lastBefore(momentAt(model.span, this.#partOf(x))));
  }

  /** The last position at or before a moment. */
  #lastBefore(atMs: number): number {
    const { instants } = this.#subject.model.lanes;
    return rangeOf(instants, { fromMs: Number.NEGATIVE_INFINITY, toMs: atMs }).end;
  }

  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.#actionOf(event);
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #actionOf({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    const { model } = this.#subject;
    switch (key) {
      case '+':
      case '=':
        return () => this.zoom(zoomStep);
      case '-':
      case '_':
        return () => this.zoom(1 / zoomStep);
      case '0':
        return () => this.showAll();
      case 'ArrowLeft':
        return () => this.pan(shiftKey ? -1 : -panStep);
      case 'ArrowRight':
        return () => this.pan(shiftKey ? 1 : panStep);
      case 'Home':
        return () => this.#show(including(model.span, fitted(model.extent).fromMs));
      case 'End':
        return () => this.#show(including(model.span, model.extent.toMs));
      case 'ArrowUp':
        return () => this.#pointByKey(-1);
      case 'ArrowDown':
        return () => this.#pointByKey(1);
      case 'Enter':
        return () => this.#selectPointed();
      case 'Escape':
        return () => (this.pointed.value = undefined);
      default:
        return undefined;
    }
  }

  /** The next event, or the one before, from the one that keys are at, the selected one or the scrubber. */
  #pointByKey(by: number): void {
    const { viewpoint, model } = this.#subject;
    const { history } = model;
    const at = this.pointed.peek();
    const from =
      at?.hit.kind === 'events'
        ? at.hit.position
        : (selectedEvent(history) ?? viewpoint.position.peek());
    const position = Math.min(history.events.length, Math.max(1, from + by));
    const envelope = history.event(position);
    if (envelope === undefined) return;
    const span = including(model.span, envelope.atMs);
    if (span !== model.span) this.#show(span);
    const x = (this.#scene?.layout.left ?? 0) + partAt(span, envelope.atMs) * this.#plotWidth;
    const hit = { kind: 'events', position, positions: [position], count: 1 } as const;
    this.pointed.value = { hit, x, y: axisHeight, isByKeys: true };
  }

  #selectPointed(): void {
    const hit = this.pointed.peek()?.hit;
    if (hit?.kind === 'events') selectEvent(this.#subject.model.history, hit.position);
  }
}
