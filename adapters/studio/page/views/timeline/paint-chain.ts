// Draws the blocks of a chain and their base fees.

import { wallet } from '../../../../../core/index.ts';
import { blockAt, feeCurve, printFee, type FeeMarket } from './fee-market.ts';
import type { PlacedLane } from './lane-layout.ts';
import { columnsOf, xOf, type TimelineScene } from './scene.ts';

/** Narrower blocks are not told apart. */
const blockWidthMin = 4;
/** Columns of the curve that share a value. */
const columnsPerFee = 2;

export function paintChain(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  blockchain: string,
): void {
  const market = scene.chains.find((candidate) => candidate.blockchain === blockchain);
  if (market === undefined) return;
  paintBlocks(context, scene, placed, market);
  const { layout, span, colors, endMs } = scene;
  const columns = Math.ceil(columnsOf(scene) / columnsPerFee);
  const fees = feeCurve(market, span, columns, endMs);
  const known = fees.filter((fee) => fee !== undefined);
  if (known.length === 0) return;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  // From 0, so that the jitter of a calm chain looks calm.
  const heightOf = (fee: number) => 2 + (most === 0 ? 0 : fee / most) * (placed.height - 6);
  const bottom = placed.top + placed.height;
  context.strokeStyle = colors['lane-chains'];
  context.lineWidth = 1.5;
  context.beginPath();
  let isDrawing = false;
  fees.forEach((fee, index) => {
    if (fee === undefined) return void (isDrawing = false);
    const [x, y] = [layout.left + index * columnsPerFee, bottom - heightOf(fee)];
    if (isDrawing) context.lineTo(x, y);
    else context.moveTo(x, y);
    context.lineTo(x + columnsPerFee, y);
    isDrawing = true;
  });
  context.stroke();
  paintRange(
    context,
    scene,
    placed,
    `${printFee(market, least)} – ${printFee(market, most)} ${unitOf(market)}`,
  );
}

/** The least and the largest fee, below the title or at the end of its line. */
function paintRange(
  context: CanvasRenderingContext2D,
  { layout, colors }: TimelineScene,
  placed: PlacedLane,
  text: string,
): void {
  context.fillStyle = colors.dim;
  context.textAlign = 'right';
  const isAbove = layout.left === 0;
  const y = isAbove ? placed.top - 8 : placed.top + placed.height - 8;
  // Narrower letters rather than a number whose start is cut off.
  const widthMax = isAbove ? layout.width - 8 : layout.left - 12;
  context.fillText(text, isAbove ? layout.width - 4 : layout.left - 8, y, widthMax);
  context.textAlign = 'left';
}

const unitOf = ({ blockchain }: FeeMarket) =>
  wallet.feeDecimals(blockchain) === 9 ? 'gwei' : 'units';

/** Where each block begins, if there is room. */
function paintBlocks(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  market: FeeMarket,
): void {
  const { span, colors, endMs } = scene;
  const fromMs = Math.max(span.fromMs, market.phases[0]?.fromMs ?? span.toMs);
  const toMs = Math.min(span.toMs, endMs);
  const bottom = placed.top + placed.height;
  context.fillStyle = colors['lane-chains'];
  let atMs = fromMs;
  for (let n = 0; n < columnsOf(scene) / blockWidthMin && atMs <= toMs; n += 1) {
    const block = blockAt(market, atMs);
    if (block === undefined) return;
    const next = wallet.instantOf(block.chain, block.height + 1);
    const nextPhase = market.phases.find(({ fromMs }) => fromMs > atMs)?.fromMs ?? Infinity;
    const nextMs = Math.min(next ?? Infinity, nextPhase);
    if (nextMs === next && xOf(scene, nextMs) - xOf(scene, atMs) >= blockWidthMin / 2) {
      context.fillRect(Math.round(xOf(scene, nextMs)), bottom - 4, 1, 4);
    }
    if (block.chain.blockTimeMs < ((span.toMs - span.fromMs) / columnsOf(scene)) * blockWidthMin)
      return;
    atMs = Math.max(nextMs, atMs + 1);
  }
}
