// Draws one frame of the timeline: axis, lanes, links between causes and effects, and the line of the scrubber.

import { paintChain } from './paint-chain.ts';
import { paintEventLane } from './paint-event-lane.ts';
import { paintLinks } from './paint-links.ts';
import { paintRequestLane } from './paint-request-lane.ts';
import { axisHeight, stripHeight, type PlacedLane } from './lane-layout.ts';
import { columnsOf, xOf, type TimelineScene } from './scene.ts';
import { binned } from './bins.ts';
import { fittingText } from './fitting-text.ts';
import { ticksOf } from './ticks.ts';

const canvasFont = '12px system-ui, sans-serif';
const tickWidth = 110;

/** `context` is scaled so that lengths are CSS pixels. */
export function paintTimeline(context: CanvasRenderingContext2D, scene: TimelineScene): void {
  const { layout, colors } = scene;
  context.clearRect(0, 0, layout.width, layout.height);
  context.font = canvasFont;
  context.textBaseline = 'middle';
  paintAxis(context, scene);
  for (const lane of layout.lanes) {
    paintTitle(context, scene, lane);
    paintBack(context, scene, lane);
    // Its fees are written beside the lane, outside of what follows.
    const { content } = lane;
    if (content.kind === 'chain') paintChain(context, scene, lane, content.blockchain);
  }
  context.save();
  context.beginPath();
  context.rect(layout.left, 0, layout.width - layout.left, layout.height);
  context.clip();
  paintMatches(context, scene);
  for (const lane of layout.lanes) paintLane(context, scene, lane);
  paintLinks(context, scene);
  const x = Math.round(xOf(scene, scene.headMs));
  context.fillStyle = colors.accent;
  context.fillRect(x - 1, axisHeight - 6, 2, layout.height);
  context.beginPath();
  context.moveTo(x - 5, axisHeight - 8);
  context.lineTo(x + 5, axisHeight - 8);
  context.lineTo(x, axisHeight);
  context.fill();
  context.restore();
}

function paintAxis(context: CanvasRenderingContext2D, scene: TimelineScene): void {
  const { layout, span, epochMs, colors } = scene;
  const ticks = ticksOf(span, epochMs, Math.floor(columnsOf(scene) / tickWidth));
  for (const { atMs, label } of ticks) {
    const x = Math.round(xOf(scene, atMs));
    context.fillStyle = colors.line;
    context.fillRect(x, 0, 1, layout.height);
    context.fillStyle = colors.dim;
    context.fillText(label, x + 4, axisHeight / 2);
  }
}

function paintTitle(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  lane: PlacedLane,
): void {
  const { layout, colors } = scene;
  context.fillStyle = colors.dim;
  const isAbove = layout.left === 0;
  const y = isAbove
    ? lane.top - 8
    : lane.top + Math.min(lane.height, lane.content.kind === 'chain' ? 16 : 26) / 2;
  context.fillText(
    fittingText(context, lane.title, isAbove ? layout.width : layout.left - 8),
    0,
    y,
  );
}

/** Matches of the search: a strip above the lanes. */
function paintMatches(context: CanvasRenderingContext2D, scene: TimelineScene): void {
  const { search, span, layout, colors } = scene;
  if (search.matches.length === 0) return;
  context.fillStyle = colors.warn;
  const counts = binned(search.instants, span, columnsOf(scene));
  counts.forEach((count, column) => {
    if (count > 0) context.fillRect(layout.left + column - 1, axisHeight, 3, stripHeight - 3);
  });
}

function paintBack(
  context: CanvasRenderingContext2D,
  { layout, colors }: TimelineScene,
  lane: PlacedLane,
): void {
  context.fillStyle = colors.raised;
  context.fillRect(layout.left, lane.top, layout.width - layout.left, lane.height);
}

function paintLane(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  lane: PlacedLane,
): void {
  const { content } = lane;
  if (content.kind === 'events') paintEventLane(context, scene, lane, content.lane);
  if (content.kind === 'requests') paintRequestLane(context, scene, lane, content.name);
}
