// `serve --log`: a line for each request.

import type { OnRequest, ReportedRequest } from '../../contracts/request-control.ts';
import { worldNameCharsMax } from '../../protocol/limits.ts';
import { CliError } from '../support/errors.ts';
import { outcomeOf, urlOf } from '../support/request-text.ts';
import type { CliHost } from '../support/cli-host.ts';
import type { ServeOptions } from './serve-options.ts';
import { coloursFor, escapeControlChars, type Colours } from '../support/terminal-text.ts';
import { clipped } from '../../wording.ts';

/** Prints requests as the flags say; undefined if they are not printed. Throws CliError if they are not known. */
export function requestLog(options: ServeOptions, host: CliHost): OnRequest | undefined {
  const isKept = options.journal !== false;
  if (options.log !== undefined && options.log !== 'off' && !isKept) {
    throw new CliError('--log prints the journal of requests. Leave --no-journal or --log out.');
  }
  const isPretty = host.isTerminal && options.json !== true && isKept;
  const format = options.log ?? (isPretty ? 'pretty' : 'off');
  if (format === 'off') return undefined;
  if (format === 'json') {
    return (request) => host.print(JSON.stringify({ event: 'request', ...request }));
  }
  const colours = coloursFor(undefined, host);
  return (request) => host.print(lineOf(request, colours));
}

const serviceChars = 8;

function lineOf(request: ReportedRequest, colours: Colours): string {
  const { at = '', service, method, durationMs, socket } = request;
  const world = escapeControlChars(clipped(request.world, worldNameCharsMax));
  const name = (service ?? '').padEnd(serviceChars);
  const sent = escapeControlChars(`${method} ${urlOf(request)}`);
  const duration = colours.dim(`${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`);
  const parts = [colours.dim(at), world, name, sent, '->', statusOf(request, colours), duration];
  const outcome = socket?.state === 'closed' ? '' : escapeControlChars(outcomeOf(request));
  return `${parts.join(' ')}  ${outcome}`.trimEnd();
}

function statusOf({ status, socket }: ReportedRequest, colours: Colours): string {
  if (socket?.state === 'closed') {
    const { code = 1005, received, sent } = socket;
    return `closed ${code} after ${received} frames in, ${sent} out`;
  }
  const text = String(status);
  if (status === null || status >= 500) return colours.red(text);
  return status >= 400 ? colours.yellow(text) : colours.green(text);
}
